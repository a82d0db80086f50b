// SPDX-License-Identifier: Apache-2.0
// Which unit a task gets, and which task a unit.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "models/array/stripes.h"
#include "models/array/unit_pool.h"
#include "models/array/waiting_queue.h"

namespace lookaside::array {

/// Tasks that get no unit at once wait in the policy. Tasks bound to a device get one of its units.
class DispatchPolicy {
  public:
    virtual ~DispatchPolicy() = default;

    /// The unit that the task goes to now; none: it waits. `again`: it was dispatched before, to a
    /// device that failed, and goes before others of its priority.
    virtual std::optional<UnitId> place(TaskSlot& slot, bool again) = 0;
    /// The task that goes to this unit, which may take one now; null: none that waits.
    virtual TaskSlot* next_for(UnitId unit) = 0;
    /// A device is given up: takes out and returns all that waited for it. If it was the last one,
    /// that is all that waited.
    virtual std::vector<TaskSlot*> abandon(DeviceId device, bool was_last) = 0;

    std::uint32_t waiting() const { return waiting_; }

  protected:
    void enqueue(WaitingQueue& queue, TaskSlot& slot, bool again) {
        again ? queue.push_front(slot) : queue.push(slot);
        ++waiting_;
    }
    TaskSlot& dequeue(WaitingQueue& queue, TaskSlot& slot) {
        queue.pop(slot);
        --waiting_;
        return slot;
    }
    void empty_into(WaitingQueue& queue, std::vector<TaskSlot*>& slots) {
        while (TaskSlot* const slot = queue.front()) {
            queue.remove_head(*slot);
            --waiting_;
            slots.push_back(slot);
        }
    }

  private:
    std::uint32_t waiting_ = 0;
};

/// `pool` and `buffer` must outlive it.
std::unique_ptr<DispatchPolicy> make_dispatch_policy(const ArrayParameters& parameters,
                                                     const UnitPool& pool, CentralBuffer& buffer);

}  // namespace lookaside::array
