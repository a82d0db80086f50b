// SPDX-License-Identifier: Apache-2.0
#include "models/array/engine_unit.h"

#include <algorithm>
#include <cstring>

namespace lookaside::array {

namespace map = device_map;

namespace {

constexpr std::size_t buffer_bytes = (1 + map::max_payload_sectors) * map::sector_bytes;
/// What a unit needs to find out that a command makes no sense.
constexpr Cycles refusal_cycles = 4;
constexpr SimTime no_end = SimTime::max();

bool fits(std::uint32_t offset, std::uint32_t base) {
    return offset >= base && offset < base + 1 + map::max_payload_sectors;
}

}  // namespace

EngineUnit::EngineUnit(EngineCores& cores, std::uint32_t number, const ServiceTime& time,
                       const SectorStore& store)
    : cores_(cores),
      number_(number),
      time_(time),
      store_(store),
      input_(buffer_bytes),
      output_(buffer_bytes) {}

void EngineUnit::take(std::uint32_t offset, std::span<const std::uint8_t> block) {
    const std::uint32_t base = offset < map::command_in ? map::hash_in : map::command_in;
    if (offset == base) {
        holds_task_ = false;
    }
    if (!holds_task_ && fits(offset, base)) {
        std::copy(
            block.begin(), block.end(),
            input_.begin() + static_cast<std::ptrdiff_t>((offset - base) * map::sector_bytes));
    }
}

void EngineUnit::start(std::uint32_t first, unsigned blocks, SimTime now) {
    holds_task_ = true;
    const std::span<const std::uint8_t> input(input_);
    const bool is_hash = first == map::hash_in && blocks <= map::max_payload_sectors;
    if (is_hash && cores_.has(CoreKind::sha256)) {
        hash(input.first(blocks * map::sector_bytes), now);
        return;
    }
    if (first != map::command_in || blocks > 1 + map::max_payload_sectors) {
        refuse(now);
        return;
    }
    map::Command command;
    std::memcpy(&command, input.data(), sizeof command);
    const auto operation = static_cast<map::Operation>(command.operation);
    if (operation == map::Operation::hash_storage && cores_.has(CoreKind::sha256)) {
        hash_storage(command, now);
    } else if ((operation == map::Operation::gcm_encrypt ||
                operation == map::Operation::gcm_decrypt) &&
               cores_.has(CoreKind::aes_gcm)) {
        run_gcm(command, input.subspan(map::sector_bytes, (blocks - 1) * map::sector_bytes), now);
    } else {
        refuse(now);
    }
}

void EngineUnit::hash(std::span<const std::uint8_t> data, SimTime now) {
    crypto::Job job;
    job.algorithm = crypto::Algorithm::sha_256;
    job.data = data;
    const crypto::JobResult result = cores_.core(CoreKind::sha256, number_).run(job);
    occupy(now, result.cycles, data.size());
    set_result(map::Verdict::done, result.data);
}

void EngineUnit::hash_storage(const map::Command& command, SimTime now) {
    if (command.sectors == 0 || command.sectors > map::max_payload_sectors) {
        refuse(now);
        return;
    }
    for (std::uint32_t i = 0; i < command.sectors; ++i) {
        store_.read(command.sector + i, std::span(input_)
                                            .subspan(i * map::sector_bytes)
                                            .first<datasheet::engine_array::sector_bytes>());
    }
    hash(std::span(input_).first(command.sectors * map::sector_bytes), now);
}

void EngineUnit::run_gcm(const map::Command& command, std::span<const std::uint8_t> data,
                         SimTime now) {
    const bool decrypts =
        command.operation == static_cast<std::uint8_t>(map::Operation::gcm_decrypt);
    crypto::Job job;
    job.algorithm =
        command.key_bytes == 32 ? crypto::Algorithm::aes_256_gcm : crypto::Algorithm::aes_128_gcm;
    job.direction = decrypts ? crypto::Direction::decrypt : crypto::Direction::encrypt;
    job.key_id = command.key_slot;
    job.key = std::span(command.key).first(crypto::key_bytes(job.algorithm));
    job.iv = command.iv;
    job.data = data;
    if (decrypts) {
        job.tag = command.tag;
    }
    const crypto::JobResult result = cores_.core(CoreKind::aes_gcm, number_).run(job);
    occupy(now, result.cycles, data.size());
    set_result(result.authentic ? map::Verdict::done : map::Verdict::bad_tag, result.tag);
    const auto body = output_.begin() + map::sector_bytes;
    std::fill(std::copy(result.data.begin(), result.data.end(), body), output_.end(),
              std::uint8_t{0});
}

void EngineUnit::refuse(SimTime now) {
    starts_ = now;
    occupy(now, refusal_cycles, 0);
    set_result(map::Verdict::refused, {});
}

void EngineUnit::occupy(SimTime now, Cycles cycles, Bytes length) {
    const ServiceTime::Span span = time_.span(now, cycles, length);
    starts_ = span.from;
    ends_ = hangs_ ? no_end : span.to;
    hangs_ = false;
}

void EngineUnit::set_result(map::Verdict verdict, std::span<const std::uint8_t> value) {
    map::Result result;
    result.verdict = static_cast<std::uint8_t>(verdict);
    result.engine_ns = static_cast<std::uint32_t>((ends_ - starts_).count() / 1000);
    std::copy(value.begin(), value.end(), result.value.begin());
    std::memcpy(output_.data(), &result, sizeof result);
}

void EngineUnit::give(std::uint32_t offset, std::span<std::uint8_t> block) const {
    if (fits(offset, map::result_out)) {
        const auto at = (offset - map::result_out) * map::sector_bytes;
        std::copy_n(output_.begin() + static_cast<std::ptrdiff_t>(at), block.size(), block.begin());
    } else {
        std::fill(block.begin(), block.end(), std::uint8_t{0});
    }
}

Picoseconds EngineUnit::computed_until(SimTime now) const {
    return std::clamp(now, starts_, std::max(starts_, ends_)) - starts_;
}

}  // namespace lookaside::array
