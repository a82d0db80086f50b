// SPDX-License-Identifier: Apache-2.0
// A task in the terms of the device that does it: what is written where, and read back.
#pragma once

#include <optional>
#include <span>

#include "models/array/stripes.h"
#include "models/array/task_slot.h"

namespace lookaside::array {

/// What must be written to bring the task to its device; the command, if there is one, stands in
/// the first sector of the slot's input.
struct DeviceWrite {
    std::uint32_t sector = 0;
    std::span<const std::uint8_t> data;
};
DeviceWrite write_of(TaskSlot& slot, const Geometry& geometry, const Stripes& stripes);

/// Where its result is and how much of it; empty for a write to storage, which has none.
struct DeviceRead {
    std::uint32_t sector = 0;
    std::span<std::uint8_t> data;
};
DeviceRead read_of(TaskSlot& slot, const Geometry& geometry);

/// Puts the command into the slot's input, before the first write_of().
void prepare_command(TaskSlot& slot, const Stripes& stripes, std::span<const std::uint8_t> key);

/// Sets status and length of the result that was read into the slot's output. Returns how long
/// the engine took.
Picoseconds take_result(TaskSlot& slot);

}  // namespace lookaside::array
