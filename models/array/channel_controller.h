// SPDX-License-Identifier: Apache-2.0
// The manager's controller of one channel: brings tasks to the devices of an eMMC bus and results
// back.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/array/bus_operator.h"
#include "models/array/channel_schedule.h"
#include "models/array/firmware.h"
#include "models/array/poll_plan.h"
#include "models/array/stripes.h"
#include "models/array/task_stamps.h"
#include "models/base/ring.h"

namespace lookaside::array {

/// What a channel tells the manager.
class ChannelOwner {
  public:
    virtual ~ChannelOwner() = default;
    /// The task is over; its result is in the slot.
    virtual void task_over(TaskSlot& slot) = 0;
    /// A device is given up; its tasks follow.
    virtual void device_lost(DeviceId device, const std::string& reason) = 0;
    /// A task of a device that is given up: it was not done, or nobody will know.
    virtual void task_returned(TaskSlot& slot) = 0;
    /// Tasks may be assigned to the channel's units, or may not.
    virtual void channel_takes_tasks(unsigned channel, bool takes) = 0;
};

class ChannelController {
  public:
    struct Shared {
        const ArrayParameters& parameters;
        Agenda& agenda;
        ChannelOwner& owner;
        ServiceEstimate& estimate;
        TaskStamps& stamps;
    };

    ChannelController(const Shared& shared, unsigned channel, emmc::HostController& host);

    /// The devices that work have these addresses, by position on the bus.
    void start(const std::vector<std::optional<std::uint16_t>>& addresses);
    /// The task has a unit of this channel, or is a write to one of its devices.
    void add(TaskSlot& slot, DeviceId device);

    const BusOperator& bus_operator() const { return operator_; }
    BusOperator& bus_operator() { return operator_; }
    const Firmware<TaskSlot*>& firmware() const { return firmware_; }
    std::uint64_t polls() const { return polls_; }
    std::uint64_t idle_polls() const { return idle_polls_; }
    void reset_counts();
    void describe_waits(std::vector<std::string>& lines) const;

  private:
    struct Device {
        bool alive = false;
        std::uint16_t rca = 0;
    };
    struct Entry {
        TaskSlot* slot = nullptr;
        unsigned device = 0;  // position
    };

    unsigned position(DeviceId device) const { return device % geometry_.devices; }
    void firmware_done(TaskSlot& slot);
    ChannelWork work(const PollPlan::Poll& next_poll) const;
    void go_on();
    void begin_load();
    void begin_unload();
    void begin_poll(unsigned device);
    void operation_over();
    void load_over(TaskSlot& slot);
    void unload_over(TaskSlot& slot);
    void poll_over(unsigned device);
    void lose(unsigned device, const std::string& reason);
    void return_all(Ring<Entry>& entries, unsigned device);

    Shared shared_;
    const Geometry geometry_;
    const unsigned channel_;
    Stripes stripes_;
    BusOperator operator_;
    std::unique_ptr<ChannelSchedule> schedule_;
    Firmware<TaskSlot*> firmware_;
    PollPlan poll_plan_;
    std::vector<Device> devices_;  // by position
    Ring<Entry> loads_;
    Ring<Entry> unloads_;

    BusAction action_ = BusAction::wait;  // of the operation under way
    Entry current_;
    bool going_on_ = false;  // choosing: what is added waits
    Alarm poll_alarm_;
    std::uint64_t polls_ = 0;
    std::uint64_t idle_polls_ = 0;
};

}  // namespace lookaside::array
