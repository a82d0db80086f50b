// SPDX-License-Identifier: Apache-2.0
// Tasks that wait for an engine: by priority, with ageing that bounds how long a task is passed.
#pragma once

#include <array>
#include <cstdint>
#include <tuple>

#include "models/array/central_buffer.h"

namespace lookaside::array {

inline constexpr unsigned priorities = 4;

/// Counts dispatches, so that a task knows how many of higher priority happened while it waited.
/// One for each set of queues whose tasks compete.
class Ageing {
  public:
    explicit Ageing(unsigned limit) : limit_(limit) {}

    void dispatched(unsigned priority) {
        for (unsigned lower = 0; lower < priority; ++lower) {
            ++above_[lower];
        }
    }
    std::uint64_t overtakers(unsigned priority) const { return above_[priority]; }
    /// Nobody may go before it any more, but those who are overdue for longer.
    bool is_overdue(const TaskSlot& slot) const {
        return above_[slot.task.priority] - slot.overtakers_before >= limit_;
    }

  private:
    unsigned limit_;
    std::array<std::uint64_t, priorities> above_{};
};

/// Order: overdue tasks by arrival, then by priority and arrival.
class WaitingQueue {
  public:
    WaitingQueue(CentralBuffer& buffer, Ageing& ageing) : buffer_(&buffer), ageing_(&ageing) {}

    bool empty() const { return size_ == 0; }
    std::uint32_t size() const { return size_; }

    /// A new task; its ticket says when it arrived.
    void push(TaskSlot& slot) {
        slot.overtakers_before = ageing_->overtakers(slot.task.priority);
        slot.next = TaskSlot::none;
        Level& level = levels_[slot.task.priority];
        (level.first == TaskSlot::none ? level.first : (*buffer_)[level.last].next) = slot.index;
        level.last = slot.index;
        ++size_;
    }
    /// A task that had been dispatched in vain: before all others of its priority.
    void push_front(TaskSlot& slot) {
        Level& level = levels_[slot.task.priority];
        slot.next = level.first;
        if (level.first == TaskSlot::none) {
            level.last = slot.index;
        }
        level.first = slot.index;
        ++size_;
    }
    /// The task whose turn it is; null if there is none.
    TaskSlot* front() {
        TaskSlot* best = nullptr;
        for (const Level& level : levels_) {
            if (level.first != TaskSlot::none) {
                TaskSlot& head = (*buffer_)[level.first];
                if (best == nullptr || goes_before(head, *best)) {
                    best = &head;
                }
            }
        }
        return best;
    }
    /// Takes out what front() returned; it is dispatched.
    void pop(TaskSlot& slot) {
        ageing_->dispatched(slot.task.priority);
        remove_head(slot);
    }
    /// Takes out what front() returned without dispatching it.
    void remove_head(TaskSlot& slot) {
        levels_[slot.task.priority].first = slot.next;
        --size_;
    }
    bool goes_before(const TaskSlot& a, const TaskSlot& b) const {
        const bool a_overdue = ageing_->is_overdue(a);
        const bool b_overdue = ageing_->is_overdue(b);
        if (a_overdue != b_overdue) {
            return a_overdue;
        }
        if (!a_overdue && a.task.priority != b.task.priority) {
            return a.task.priority > b.task.priority;
        }
        return a.ticket < b.ticket;
    }

  private:
    struct Level {
        std::uint32_t first = TaskSlot::none;
        std::uint32_t last = TaskSlot::none;
    };

    CentralBuffer* buffer_;
    Ageing* ageing_;
    std::array<Level, priorities> levels_;
    std::uint32_t size_ = 0;
};

}  // namespace lookaside::array
