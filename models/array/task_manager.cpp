// SPDX-License-Identifier: Apache-2.0
#include "models/array/task_manager.h"

namespace lookaside::array {

using datasheet::engine_array::Opcode;
using datasheet::engine_array::TaskStatus;

TaskManager::TaskManager(const ArrayParameters& parameters, Agenda& agenda, CentralBuffer& buffer,
                         TaskStamps& stamps, TaskSink& sink)
    : agenda_(agenda),
      geometry_(parameters),
      stripes_(geometry_),
      stamps_(stamps),
      sink_(sink),
      pool_(geometry_, DepthRule(parameters).channel_limit),
      policy_(make_dispatch_policy(parameters, pool_, buffer)),
      alive_(geometry_.device_count(), false),
      at_unit_(geometry_.unit_count(), nullptr) {}

void TaskManager::device_up(DeviceId device) {
    alive_[device] = true;
    ++alive_count_;
    pool_.add_device(device);
}

void TaskManager::report_dead(DeviceId device, const std::string& reason) {
    dead_devices_.push_back("channel " + std::to_string(geometry_.channel_of_device(device)) +
                            " device " + std::to_string(device % geometry_.devices) + ": " +
                            reason);
}

void TaskManager::device_missing(DeviceId device, const std::string& reason) {
    policy_->abandon(device, false);
    report_dead(device, reason);
}

void TaskManager::submit(TaskSlot& slot) {
    stamps_.stamp(slot, Moment::buffered);
    slot.buffered_at = agenda_.now();
    slot.ticket = next_ticket_++;
    slot.unit = TaskSlot::none;
    meter_.arrive(slot.buffered_at);
    place(slot, false);
}

void TaskManager::place(TaskSlot& slot, bool again) {
    const bool is_bound = slot.is_bound_to_device();
    const DeviceId device = is_bound ? stripes_.device_of(slot.task.sector) : 0;
    if (is_bound ? !alive_[device] : alive_count_ == 0) {
        fail(slot);
    } else if (slot.opcode() == Opcode::write) {
        stamps_.stamp(slot, Moment::assigned);
        sink_.waiting_changed(-1);
        channels_[geometry_.channel_of_device(device)]->add(slot, device);
    } else if (const auto unit = policy_->place(slot, again)) {
        assign(slot, *unit);
    }
}

void TaskManager::assign(TaskSlot& slot, UnitId unit) {
    slot.unit = unit;
    at_unit_[unit] = &slot;
    pool_.occupy(unit);
    stamps_.stamp(slot, Moment::assigned);
    sink_.waiting_changed(-1);
    channels_[geometry_.channel_of(unit)]->add(slot, geometry_.device_of(unit));
}

void TaskManager::fail(TaskSlot& slot) {
    slot.status = TaskStatus::no_device;
    slot.result_length = 0;
    meter_.drop(agenda_.now());
    sink_.waiting_changed(-1);
    sink_.task_finished(slot);
}

void TaskManager::task_over(TaskSlot& slot) {
    meter_.depart(agenda_.now(), slot.buffered_at);
    const UnitId unit = slot.unit;
    if (unit != TaskSlot::none) {
        at_unit_[unit] = nullptr;
        pool_.release(unit);
    }
    sink_.task_finished(slot);
    if (unit != TaskSlot::none && pool_.can_take(unit)) {
        if (TaskSlot* const next = policy_->next_for(unit)) {
            assign(*next, unit);
        }
    }
}

void TaskManager::device_lost(DeviceId device, const std::string& reason) {
    alive_[device] = false;
    --alive_count_;
    pool_.remove_device(device);
    report_dead(device, reason);
    for (TaskSlot* const slot : policy_->abandon(device, alive_count_ == 0)) {
        place(*slot, true);
    }
}

void TaskManager::task_returned(TaskSlot& slot) {
    if (slot.unit != TaskSlot::none) {
        at_unit_[slot.unit] = nullptr;
        pool_.lose(slot.unit);
        slot.unit = TaskSlot::none;
    }
    ++redispatched_;
    sink_.waiting_changed(+1);
    place(slot, true);
}

void TaskManager::channel_takes_tasks(unsigned channel, bool takes) {
    pool_.open(channel, takes);
    if (!takes) {
        return;
    }
    const UnitId first = channel * geometry_.units_in_channel();
    for (UnitId unit = first; unit < first + geometry_.units_in_channel(); ++unit) {
        if (policy_->waiting() == 0) {
            return;
        }
        if (pool_.can_take(unit)) {
            if (TaskSlot* const next = policy_->next_for(unit)) {
                assign(*next, unit);
            }
        }
    }
}

void TaskManager::engine_started(UnitId unit, SimTime starts, SimTime ends) {
    if (const TaskSlot* const slot = at_unit_[unit]) {
        stamps_.stamp(*slot, Moment::load_end);
        stamps_.stamp_at(*slot, Moment::engine_start, starts);
        if (ends != SimTime::max()) {
            stamps_.stamp_at(*slot, Moment::engine_end, ends);
        }
    }
}

void TaskManager::reset_counts(SimTime now) {
    meter_.reset(now);
    redispatched_ = 0;
}

}  // namespace lookaside::array
