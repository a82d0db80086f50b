// SPDX-License-Identifier: Apache-2.0
// One unit of a crypto device: its buffers and its core, at work on one task at a time.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "models/array/device_map.h"
#include "models/array/engine_cores.h"
#include "models/array/sector_store.h"
#include "models/array/service_time.h"

namespace lookaside::array {

class EngineUnit {
  public:
    /// `number` names the unit's cores in `cores`.
    EngineUnit(EngineCores& cores, std::uint32_t number, const ServiceTime& time,
               const SectorStore& store);

    /// A sector of input, counted from the window. The first of a buffer drops what the unit did.
    void take(std::uint32_t offset, std::span<const std::uint8_t> block);
    /// The write that began at window offset `first` ended, now: a job starts.
    void start(std::uint32_t first, unsigned blocks, SimTime now);
    /// A sector of output, counted from the window.
    void give(std::uint32_t offset, std::span<std::uint8_t> block) const;
    /// The result was read.
    void release() { holds_task_ = false; }

    bool holds_task() const { return holds_task_; }
    bool is_ready(SimTime now) const { return holds_task_ && ends_ <= now; }
    SimTime starts() const { return starts_; }
    SimTime ends() const { return ends_; }
    /// Time of its last job that lies before `now`, as an amount of work done.
    Picoseconds computed_until(SimTime now) const;
    /// The next job never ends.
    void hang_next() { hangs_ = true; }

  private:
    void hash(std::span<const std::uint8_t> data, SimTime now);
    void hash_storage(const device_map::Command& command, SimTime now);
    void run_gcm(const device_map::Command& command, std::span<const std::uint8_t> data,
                 SimTime now);
    void refuse(SimTime now);
    void set_result(device_map::Verdict verdict, std::span<const std::uint8_t> value);
    void occupy(SimTime now, Cycles cycles, Bytes length);

    EngineCores& cores_;
    std::uint32_t number_;
    const ServiceTime& time_;
    const SectorStore& store_;
    std::vector<std::uint8_t> input_;   // from hash_in or command_in
    std::vector<std::uint8_t> output_;  // from result_out
    bool holds_task_ = false;
    bool hangs_ = false;
    SimTime starts_{0};
    SimTime ends_{0};
};

}  // namespace lookaside::array
