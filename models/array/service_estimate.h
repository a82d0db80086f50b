// SPDX-License-Identifier: Apache-2.0
// How long the manager expects a task to take: as long as the last of its kind did.
#pragma once

#include <array>

#include "models/array/task_slot.h"

namespace lookaside::array {

/// Learns from the time that a result reports. Unknown kinds are expected to be over at once.
class ServiceEstimate {
  public:
    Picoseconds of(const TaskSlot& slot) const { return times_[index(slot)]; }
    void learn(const TaskSlot& slot, Picoseconds took) { times_[index(slot)] = took; }

  private:
    static constexpr std::size_t opcodes = 8;
    static constexpr std::size_t lengths = device_map::max_payload_sectors + 1;

    static std::size_t index(const TaskSlot& slot) {
        return slot.task.opcode % opcodes * lengths + slot.payload_sectors();
    }

    std::array<Picoseconds, opcodes * lengths> times_{};
};

}  // namespace lookaside::array
