// SPDX-License-Identifier: Apache-2.0
#include "models/array/channel_controller.h"

#include "models/array/device_task.h"

namespace lookaside::array {

ChannelController::ChannelController(const Shared& shared, unsigned channel,
                                     emmc::HostController& host)
    : shared_(shared),
      geometry_(shared.parameters),
      channel_(channel),
      stripes_(geometry_),
      operator_(host, shared.parameters.attempts, [this] { operation_over(); }),
      schedule_(make_schedule(shared.parameters.schedule)),
      firmware_(shared.parameters, shared.agenda, [this](TaskSlot* slot) { firmware_done(*slot); }),
      poll_plan_(shared.parameters, geometry_.units, shared.estimate),
      devices_(geometry_.devices),
      poll_alarm_(shared.agenda, AlarmPriority::decision, [this] { go_on(); }) {}

void ChannelController::start(const std::vector<std::optional<std::uint16_t>>& addresses) {
    for (unsigned i = 0; i < devices_.size(); ++i) {
        devices_[i] = {addresses[i].has_value(), addresses[i].value_or(0)};
    }
}

void ChannelController::add(TaskSlot& slot, DeviceId device) {
    slot.worker = device;
    if (firmware_.is_free_of_cost()) {
        loads_.push_back({&slot, position(device)});
        go_on();
    } else {
        firmware_.submit(&slot, position(device));
    }
}

void ChannelController::firmware_done(TaskSlot& slot) {
    const unsigned device = position(slot.worker);
    if (!devices_[device].alive) {
        shared_.owner.task_returned(slot);
    } else {
        loads_.push_back({&slot, device});
    }
    go_on();
}

ChannelWork ChannelController::work(const PollPlan::Poll& next_poll) const {
    return {firmware_.size(), loads_.size(), poll_plan_.computing(), unloads_.size(),
            next_poll.at <= shared_.agenda.now()};
}

/// Begins what the schedule chooses, if the bus is free. The owner may add tasks meanwhile.
void ChannelController::go_on() {
    if (operator_.busy() || going_on_) {
        return;
    }
    going_on_ = true;
    for (bool again = true; again;) {
        const PollPlan::Poll next_poll = poll_plan_.earliest();
        const bool took_tasks = schedule_->takes_tasks();
        action_ = schedule_->choose(work(next_poll));
        again = false;
        if (schedule_->takes_tasks() != took_tasks) {
            shared_.owner.channel_takes_tasks(channel_, !took_tasks);
            again = action_ == BusAction::wait;  // it may have brought tasks
        }
        switch (action_) {
            case BusAction::load:
                begin_load();
                break;
            case BusAction::unload:
                begin_unload();
                break;
            case BusAction::poll:
                begin_poll(next_poll.device);
                break;
            case BusAction::wait:
                if (next_poll.at != SimTime::max() && next_poll.at > shared_.agenda.now()) {
                    poll_alarm_.arm(next_poll.at);
                }
                break;
        }
    }
    going_on_ = false;
}

void ChannelController::begin_load() {
    current_ = loads_.pop_front();
    TaskSlot& slot = *current_.slot;
    shared_.stamps.stamp(slot, Moment::load_start);
    const DeviceWrite write = write_of(slot, geometry_, stripes_);
    operator_.begin(
        {BusOperation::Kind::write, devices_[current_.device].rca, write.sector, write.data, {}});
}

void ChannelController::begin_unload() {
    current_ = unloads_.pop_front();
    TaskSlot& slot = *current_.slot;
    shared_.stamps.stamp(slot, Moment::unload_start);
    const DeviceRead read = read_of(slot, geometry_);
    operator_.begin(
        {BusOperation::Kind::read, devices_[current_.device].rca, read.sector, {}, read.data});
}

void ChannelController::begin_poll(unsigned device) {
    current_ = {nullptr, device};
    operator_.begin({BusOperation::Kind::queue_status, devices_[device].rca, 0, {}, {}});
}

void ChannelController::operation_over() {
    const Entry entry = current_;
    going_on_ = true;  // tasks may come meanwhile
    if (operator_.failure()) {
        const std::string reason = emmc::name_of(*operator_.failure());
        lose(entry.device, reason);
        if (entry.slot != nullptr) {
            shared_.owner.task_returned(*entry.slot);
        }
    } else if (action_ == BusAction::load) {
        load_over(*entry.slot);
    } else if (action_ == BusAction::unload) {
        unload_over(*entry.slot);
    } else {
        poll_over(entry.device);
    }
    going_on_ = false;
    go_on();
}

void ChannelController::load_over(TaskSlot& slot) {
    if (slot.unit == TaskSlot::none) {  // a write: the storage has it
        shared_.stamps.stamp(slot, Moment::load_end);
        take_result(slot);
        shared_.owner.task_over(slot);
        return;
    }
    slot.loaded_at = shared_.agenda.now();
    poll_plan_.add(position(slot.worker), slot.unit % geometry_.units, slot);
}

void ChannelController::unload_over(TaskSlot& slot) {
    shared_.stamps.stamp(slot, Moment::unload_end);
    shared_.estimate.learn(slot, take_result(slot));
    shared_.owner.task_over(slot);
}

void ChannelController::poll_over(unsigned device) {
    ++polls_;
    const std::size_t before = poll_plan_.computing();
    const bool in_time = poll_plan_.take_answer(
        device, operator_.queue_status(), shared_.agenda.now(), [this, device](TaskSlot& slot) {
            unloads_.push_back({&slot, device});
        });
    if (poll_plan_.computing() == before) {
        ++idle_polls_;
    }
    if (!in_time) {
        lose(device, "a task takes longer than the time-out");
    }
}

void ChannelController::lose(unsigned device, const std::string& reason) {
    devices_[device].alive = false;
    shared_.owner.device_lost(channel_ * geometry_.devices + device, reason);
    return_all(unloads_, device);
    poll_plan_.drop(device, [this](TaskSlot& slot) { shared_.owner.task_returned(slot); });
    return_all(loads_, device);
}

void ChannelController::return_all(Ring<Entry>& entries, unsigned device) {
    for (std::size_t left = entries.size(); left > 0; --left) {
        const Entry entry = entries.pop_front();
        if (entry.device == device) {
            shared_.owner.task_returned(*entry.slot);
        } else {
            entries.push_back(entry);
        }
    }
}

void ChannelController::reset_counts() {
    operator_.reset_counts();
    polls_ = idle_polls_ = 0;
}

void ChannelController::describe_waits(std::vector<std::string>& lines) const {
    const std::string name = "array.channel" + std::to_string(channel_);
    if (!loads_.empty()) {
        lines.push_back(name + ": " + std::to_string(loads_.size()) + " tasks wait for the bus");
    }
    if (poll_plan_.computing() > 0) {
        lines.push_back(name + ": " + std::to_string(poll_plan_.computing()) +
                        " tasks compute or were not asked for");
    }
    if (!unloads_.empty()) {
        lines.push_back(name + ": " + std::to_string(unloads_.size()) +
                        " results wait for the bus");
    }
}

}  // namespace lookaside::array
