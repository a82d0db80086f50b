// SPDX-License-Identifier: Apache-2.0
// The tasks that compute in the devices of a channel, and when to ask the devices for them.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "models/array/service_estimate.h"

namespace lookaside::array {

class PollPlan {
  public:
    PollPlan(const ArrayParameters& p, unsigned units, const ServiceEstimate& estimate)
        : polling_(p.polling),
          interval_(p.poll_interval),
          timeout_(p.task_timeout),
          units_(units),
          estimate_(estimate),
          devices_(p.devices),
          tasks_(std::size_t{p.devices} * units, nullptr) {}

    /// The task is whole in a unit of the device and computes from now on.
    void add(unsigned device, unsigned unit, TaskSlot& slot) {
        Device& state = devices_[device];
        const bool was_empty = state.computing == 0;
        state.computing |= 1U << unit;
        tasks_[device * units_ + unit] = &slot;
        ++computing_;
        if (was_empty || polling_ == Polling::expected_end) {
            state.next = std::min(was_empty ? SimTime::max() : state.next, first_poll(slot));
        }
    }
    /// The device answered: calls over(slot) for each task whose result is ready, lowest unit
    /// first. False: a task is in it for longer than the time-out.
    template <typename Over>
    bool take_answer(unsigned device, std::uint32_t queue_status, SimTime now, const Over& over) {
        Device& state = devices_[device];
        for (std::uint32_t ready = state.computing & queue_status; ready != 0; ready &= ready - 1) {
            const auto unit = static_cast<unsigned>(std::countr_zero(ready));
            state.computing &= ~(1U << unit);
            --computing_;
            over(*tasks_[device * units_ + unit]);
        }
        return plan_next(device, now);
    }
    /// The device is given up: calls lost(slot) for each task in it.
    template <typename Lost>
    void drop(unsigned device, const Lost& lost) {
        Device& state = devices_[device];
        for (; state.computing != 0; state.computing &= state.computing - 1) {
            --computing_;
            lost(*tasks_[device * units_ +
                         static_cast<unsigned>(std::countr_zero(state.computing))]);
        }
    }

    /// Tasks not known to be over.
    std::size_t computing() const { return computing_; }
    struct Poll {
        unsigned device = 0;
        SimTime at = SimTime::max();
    };
    /// The earliest poll; SimTime::max() if there is none.
    Poll earliest() const {
        Poll first;
        for (unsigned i = 0; i < devices_.size(); ++i) {
            if (devices_[i].computing != 0 && devices_[i].next < first.at) {
                first = {i, devices_[i].next};
            }
        }
        return first;
    }

  private:
    struct Device {
        std::uint32_t computing = 0;  // bit n: unit n
        SimTime next{0};              // poll
    };

    SimTime first_poll(const TaskSlot& slot) const {
        const Picoseconds expected = estimate_.of(slot);
        const bool is_known = polling_ == Polling::expected_end && expected > Picoseconds{0};
        return slot.loaded_at + (is_known ? expected : interval_);
    }
    bool plan_next(unsigned device, SimTime now) {
        Device& state = devices_[device];
        SimTime next = polling_ == Polling::expected_end ? SimTime::max() : now;
        bool in_time = true;
        for (std::uint32_t left = state.computing; left != 0; left &= left - 1) {
            const TaskSlot& slot =
                *tasks_[device * units_ + static_cast<unsigned>(std::countr_zero(left))];
            next = std::min(next, first_poll(slot));
            in_time = in_time && now - slot.loaded_at <= timeout_;
        }
        state.next = next <= now ? now + interval_ : next;
        return in_time;
    }

    Polling polling_;
    Picoseconds interval_;
    Picoseconds timeout_;
    unsigned units_;
    const ServiceEstimate& estimate_;
    std::vector<Device> devices_;
    std::vector<TaskSlot*> tasks_;  // by device and unit
    std::size_t computing_ = 0;
};

}  // namespace lookaside::array
