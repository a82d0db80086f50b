// SPDX-License-Identifier: Apache-2.0
// A slot of the central buffer: a task with its payload, and later its result.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/units.h"
#include "datasheets/engine_array.h"
#include "models/array/device_map.h"
#include "models/array/geometry.h"

namespace lookaside::array {

struct TaskSlot {
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    std::uint32_t index = 0;  // in the central buffer

    // The task.
    datasheet::engine_array::Task task;
    std::uint8_t queue = 0;
    bool owns_tag = false;  // false: the tag was in use already
    datasheet::engine_array::TaskStatus status{};
    std::uint32_t result_length = 0;
    std::uint32_t worker = 0;  // device that did the work

    // Payload fetch.
    std::uint32_t bytes_wanted = 0;
    std::uint32_t bytes_requested = 0;
    std::uint32_t bytes_arrived = 0;
    bool payload_failed = false;

    // Waiting for an engine.
    std::uint32_t next = none;            // in its queue
    std::uint64_t ticket = 0;             // order of arrival
    std::uint64_t overtakers_before = 0;  // see Ageing
    SimTime buffered_at{0};

    // At work.
    UnitId unit = none;
    SimTime loaded_at{0};

    // A sector for the command, then the payload and a tag; the same for the result.
    std::vector<std::uint8_t> input;
    std::vector<std::uint8_t> output;

    datasheet::engine_array::Opcode opcode() const {
        return static_cast<datasheet::engine_array::Opcode>(task.opcode);
    }
    /// Read and write are for the device that has the sectors.
    bool is_bound_to_device() const {
        using datasheet::engine_array::Opcode;
        return opcode() == Opcode::read || opcode() == Opcode::write;
    }
    unsigned payload_sectors() const { return task.payload_length / device_map::sector_bytes; }
    std::span<std::uint8_t> payload() { return std::span(input).subspan(device_map::sector_bytes); }
    std::span<std::uint8_t> result() { return std::span(output).subspan(device_map::sector_bytes); }
};

}  // namespace lookaside::array
