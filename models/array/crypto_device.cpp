// SPDX-License-Identifier: Apache-2.0
#include "models/array/crypto_device.h"

#include <algorithm>

#include "models/array/stripes.h"

namespace lookaside::array {

namespace map = device_map;

CryptoDevice::CryptoDevice(const ArrayParameters& parameters, DeviceId id, Agenda& agenda,
                           EngineCores& cores, EngineWatcher& watcher)
    : geometry_(parameters),
      id_(id),
      agenda_(agenda),
      cores_(cores),
      watcher_(watcher),
      time_(parameters),
      write_time_(parameters.device_write_time),
      store_([stripes = Stripes(geometry_), id](std::uint32_t sector) {
          return stripes.card_sector(id, sector);
      }),
      units_(geometry_.units) {}

std::uint32_t CryptoDevice::sectors() const {
    return map::window_of(geometry_.units);
}

EngineUnit& CryptoDevice::unit(unsigned index) {
    auto& unit = units_[index];
    if (!unit) {
        unit = std::make_unique<EngineUnit>(cores_, id_ * geometry_.units + index, time_, store_);
    }
    return *unit;
}

const EngineUnit* CryptoDevice::find(std::uint32_t sector) const {
    return is_storage(sector) ? nullptr : units_[index_of(sector)].get();
}

void CryptoDevice::block_written(std::uint32_t sector, std::span<const std::uint8_t> block) {
    if (is_storage(sector)) {
        store_.write(sector, block);
    } else {
        unit(index_of(sector)).take(offset_of(sector), block);
    }
}

std::optional<Picoseconds> CryptoDevice::write_ended(std::uint32_t first, unsigned blocks) {
    if (is_storage(first) || blocks == 0) {
        return write_time_;
    }
    EngineUnit& target = unit(index_of(first));
    const SimTime now = agenda_.now();
    const Picoseconds before = target.computed_until(now);
    target.start(offset_of(first), blocks, now + write_time_);
    computed_before_ += before;
    ++jobs_;
    watcher_.engine_started(id_ * geometry_.units + index_of(first), target.starts(),
                            target.ends());
    return write_time_;
}

std::optional<Picoseconds> CryptoDevice::read_access(std::uint32_t sector) {
    const EngineUnit* const source = find(sector);
    const SimTime now = agenda_.now();
    if (source == nullptr || !source->holds_task() || source->is_ready(now)) {
        return Picoseconds{0};
    }
    if (source->ends() == SimTime::max()) {
        return std::nullopt;
    }
    return source->ends() - now;
}

void CryptoDevice::read_block(std::uint32_t sector, std::span<std::uint8_t> block) {
    if (is_storage(sector)) {
        store_.read(sector, block.first<map::sector_bytes>());
    } else if (const EngineUnit* const source = find(sector)) {
        source->give(offset_of(sector), block);
    } else {
        std::fill(block.begin(), block.end(), std::uint8_t{0});
    }
}

void CryptoDevice::read_ended(std::uint32_t first, unsigned blocks) {
    if (find(first) != nullptr && offset_of(first) == map::result_out && blocks > 0) {
        unit(index_of(first)).release();
    }
}

std::uint32_t CryptoDevice::queue_status() const {
    const SimTime now = agenda_.now();
    std::uint32_t ready = 0;
    for (unsigned i = 0; i < units_.size(); ++i) {
        if (units_[i] && units_[i]->is_ready(now)) {
            ready |= 1U << i;
        }
    }
    return ready;
}

Picoseconds CryptoDevice::computed(SimTime now) const {
    Picoseconds sum = computed_before_;
    for (const auto& each : units_) {
        if (each) {
            sum += each->computed_until(now);
        }
    }
    return sum;
}

}  // namespace lookaside::array
