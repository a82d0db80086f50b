// SPDX-License-Identifier: Apache-2.0
// Dispatch to any idle engine: no engine idles while a task waits that it could do.
#pragma once

#include "models/array/dispatch_policy.h"

namespace lookaside::array {

/// A task goes to the channel with the fewest tasks at work, and there to the lowest idle unit; of
/// equals the lowest channel. Tasks bound to a device compete with the others for its units by
/// the same rules of priority and age.
class AnyIdleDispatch : public DispatchPolicy {
  public:
    AnyIdleDispatch(const ArrayParameters& p, const UnitPool& pool, CentralBuffer& buffer)
        : geometry_(p),
          stripes_(geometry_),
          pool_(pool),
          ageing_(p.ageing),
          free_(buffer, ageing_),
          bound_(geometry_.device_count(), WaitingQueue(buffer, ageing_)) {}

    std::optional<UnitId> place(TaskSlot& slot, bool again) override {
        const auto unit = find_unit(slot);
        if (!unit) {
            enqueue(queue_of(slot), slot, again);
        }
        return unit;
    }
    TaskSlot* next_for(UnitId unit) override {
        WaitingQueue& bound = bound_[geometry_.device_of(unit)];
        TaskSlot* const from_bound = bound.front();
        TaskSlot* const from_free = free_.front();
        if (from_bound == nullptr && from_free == nullptr) {
            return nullptr;
        }
        const bool takes_bound =
            from_free == nullptr ||
            (from_bound != nullptr && free_.goes_before(*from_bound, *from_free));
        return takes_bound ? &dequeue(bound, *from_bound) : &dequeue(free_, *from_free);
    }
    std::vector<TaskSlot*> abandon(DeviceId device, bool was_last) override {
        std::vector<TaskSlot*> slots;
        empty_into(bound_[device], slots);
        if (was_last) {
            empty_into(free_, slots);
        }
        return slots;
    }

  private:
    WaitingQueue& queue_of(const TaskSlot& slot) {
        return slot.is_bound_to_device() ? bound_[stripes_.device_of(slot.task.sector)] : free_;
    }
    std::optional<UnitId> find_unit(const TaskSlot& slot) const {
        if (slot.is_bound_to_device()) {
            const DeviceId device = stripes_.device_of(slot.task.sector);
            return pool_.takes(geometry_.channel_of_device(device))
                       ? pool_.lowest_idle_in_device(device)
                       : std::nullopt;
        }
        const auto channel = pool_.least_loaded_channel();
        return channel ? pool_.lowest_idle_in_channel(*channel) : std::nullopt;
    }

    Geometry geometry_;
    Stripes stripes_;
    const UnitPool& pool_;
    Ageing ageing_;
    WaitingQueue free_;
    std::vector<WaitingQueue> bound_;  // by device
};

}  // namespace lookaside::array
