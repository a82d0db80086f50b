// SPDX-License-Identifier: Apache-2.0
// The central buffer: its slots bound the tasks that the card has taken.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "models/array/task_slot.h"

namespace lookaside::array {

/// What the queue depth means for the slots, and for those who use them.
struct DepthRule {
    std::uint32_t slots;          // tasks in the card
    std::uint32_t waiting_limit;  // of them without an engine
    std::uint32_t channel_limit;  // of them with an engine of one channel

    explicit DepthRule(const ArrayParameters& p) : DepthRule(p, Geometry(p)) {}

  private:
    DepthRule(const ArrayParameters& p, const Geometry& geometry)
        : slots(p.depth), waiting_limit(TaskSlot::none), channel_limit(TaskSlot::none) {
        if (p.depth_scope == DepthScope::per_channel) {
            slots = p.depth * geometry.channels;
            channel_limit = p.depth;
        } else if (p.depth_scope == DepthScope::waiting_room) {
            slots = p.depth + geometry.unit_count();
            waiting_limit = p.depth;
        }
    }
};

/// Slots get their memory when they are first used, and the last freed is used first, so that the
/// cost follows the tasks in flight.
class CentralBuffer {
  public:
    explicit CentralBuffer(std::uint32_t slots) : limit_(slots) {}

    bool is_full() const { return free_.empty() && slots_.size() == limit_; }
    /// Only if not full.
    TaskSlot& take() {
        if (free_.empty()) {
            TaskSlot& slot = slots_.emplace_back();
            slot.index = static_cast<std::uint32_t>(slots_.size() - 1);
            constexpr auto bytes =
                device_map::sector_bytes + datasheet::engine_array::max_task_bytes + tag_room;
            slot.input.resize(bytes);
            slot.output.resize(bytes);
            ++in_use_;
            return slot;
        }
        TaskSlot& slot = slots_[free_.back()];
        free_.pop_back();
        ++in_use_;
        return slot;
    }
    void give_back(TaskSlot& slot) {
        free_.push_back(slot.index);
        --in_use_;
    }

    TaskSlot& operator[](std::uint32_t index) { return slots_[index]; }
    std::uint32_t capacity() const { return limit_; }
    std::uint32_t in_use() const { return in_use_; }

  private:
    static constexpr std::size_t tag_room = 16;

    std::uint32_t limit_;
    std::uint32_t in_use_ = 0;
    std::deque<TaskSlot> slots_;  // never moved
    std::vector<std::uint32_t> free_;
};

}  // namespace lookaside::array
