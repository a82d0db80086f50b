// SPDX-License-Identifier: Apache-2.0
// What stands behind the bus interface of a crypto device: storage and engines.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "models/array/engine_unit.h"
#include "models/array/geometry.h"
#include "models/base/agenda.h"
#include "models/emmc/device_logic.h"

namespace lookaside::array {

/// Is told when a unit starts a job and when that will be over (SimTime::max() if it hangs).
class EngineWatcher {
  public:
    virtual ~EngineWatcher() = default;
    virtual void engine_started(UnitId unit, SimTime starts, SimTime ends) = 0;
};

/// Sector map: models/array/device_map.h. Units are made when they get their first task.
class CryptoDevice : public emmc::DeviceLogic {
  public:
    CryptoDevice(const ArrayParameters& parameters, DeviceId id, Agenda& agenda, EngineCores& cores,
                 EngineWatcher& watcher);

    std::uint32_t sectors() const override;
    void block_written(std::uint32_t sector, std::span<const std::uint8_t> block) override;
    std::optional<Picoseconds> write_ended(std::uint32_t first, unsigned blocks) override;
    std::optional<Picoseconds> read_access(std::uint32_t sector) override;
    void read_block(std::uint32_t sector, std::span<std::uint8_t> block) override;
    void read_ended(std::uint32_t first, unsigned blocks) override;
    std::uint32_t queue_status() const override;

    /// The next job of a unit never ends.
    void hang_next(unsigned index) { unit(index).hang_next(); }

    /// Time that its units have computed, and jobs that they have begun, since the start.
    Picoseconds computed(SimTime now) const;
    std::uint64_t jobs() const { return jobs_; }

  private:
    EngineUnit& unit(unsigned index);
    const EngineUnit* find(std::uint32_t sector) const;
    static bool is_storage(std::uint32_t sector) { return sector < device_map::window_base; }
    static unsigned index_of(std::uint32_t sector) {
        return (sector - device_map::window_base) / device_map::window_sectors;
    }
    static std::uint32_t offset_of(std::uint32_t sector) {
        return sector % device_map::window_sectors;
    }

    const Geometry geometry_;
    DeviceId id_;
    Agenda& agenda_;
    EngineCores& cores_;
    EngineWatcher& watcher_;
    ServiceTime time_;
    Picoseconds write_time_;
    SectorStore store_;
    std::vector<std::unique_ptr<EngineUnit>> units_;
    Picoseconds computed_before_{0};  // jobs that others followed
    std::uint64_t jobs_ = 0;
};

}  // namespace lookaside::array
