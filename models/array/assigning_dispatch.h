// SPDX-License-Identifier: Apache-2.0
// Dispatch that picks the engine first, busy or not: the task waits for that one.
#pragma once

#include <memory>
#include <utility>

#include "base/random.h"
#include "models/array/dispatch_policy.h"

namespace lookaside::array {

/// Picks numbers below a bound.
class Chooser {
  public:
    virtual ~Chooser() = default;
    virtual std::uint32_t choose(std::uint32_t bound) = 0;
};

class RoundRobinChooser : public Chooser {
  public:
    std::uint32_t choose(std::uint32_t bound) override { return next_++ % bound; }

  private:
    std::uint32_t next_ = 0;
};

class RandomChooser : public Chooser {
  public:
    explicit RandomChooser(std::uint64_t seed) : random_(seed) {}
    std::uint32_t choose(std::uint32_t bound) override {
        return static_cast<std::uint32_t>(random_.below(bound));
    }

  private:
    Random random_;
};

/// Every unit has a queue of its own. Numbers go to the channels in turn, then to their devices,
/// then to the units, so that tasks in succession use all buses.
class AssigningDispatch : public DispatchPolicy {
  public:
    /// `any` picks among all units, `in_device` among those of a device.
    AssigningDispatch(const ArrayParameters& p, const UnitPool& pool, CentralBuffer& buffer,
                      std::unique_ptr<Chooser> any, std::unique_ptr<Chooser> in_device)
        : geometry_(p),
          stripes_(geometry_),
          pool_(pool),
          any_(std::move(any)),
          in_device_(std::move(in_device)),
          ageing_(geometry_.unit_count(), Ageing(p.ageing)),
          dead_(geometry_.device_count(), false) {
        queues_.reserve(ageing_.size());
        for (Ageing& ageing : ageing_) {
            queues_.emplace_back(buffer, ageing);
        }
    }

    std::optional<UnitId> place(TaskSlot& slot, bool again) override {
        const UnitId unit = choose(slot);
        WaitingQueue& queue = queues_[unit];
        if (queue.empty() && pool_.can_take(unit)) {
            return unit;
        }
        enqueue(queue, slot, again);
        return std::nullopt;
    }
    TaskSlot* next_for(UnitId unit) override {
        WaitingQueue& queue = queues_[unit];
        TaskSlot* const slot = queue.front();
        return slot == nullptr ? nullptr : &dequeue(queue, *slot);
    }
    std::vector<TaskSlot*> abandon(DeviceId device, bool /*was_last*/) override {
        dead_[device] = true;
        std::vector<TaskSlot*> slots;
        for (unsigned i = 0; i < geometry_.units; ++i) {
            empty_into(queues_[device * geometry_.units + i], slots);
        }
        return slots;
    }

  private:
    UnitId choose(const TaskSlot& slot) {
        if (slot.is_bound_to_device()) {
            return stripes_.device_of(slot.task.sector) * geometry_.units +
                   in_device_->choose(geometry_.units);
        }
        for (;;) {  // the manager asks only while a device is left
            const std::uint32_t number = any_->choose(geometry_.unit_count());
            const std::uint32_t rest = number / geometry_.channels;
            const DeviceId device =
                number % geometry_.channels * geometry_.devices + rest % geometry_.devices;
            if (!dead_[device]) {
                return device * geometry_.units + rest / geometry_.devices;
            }
        }
    }

    Geometry geometry_;
    Stripes stripes_;
    const UnitPool& pool_;
    std::unique_ptr<Chooser> any_;
    std::unique_ptr<Chooser> in_device_;
    std::vector<Ageing> ageing_;        // by unit
    std::vector<WaitingQueue> queues_;  // by unit
    std::vector<bool> dead_;            // by device
};

}  // namespace lookaside::array
