// SPDX-License-Identifier: Apache-2.0
// The central manager (CMMM): gives tasks to engines, and does again what a failed device did not.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "models/array/channel_controller.h"
#include "models/array/crypto_device.h"
#include "models/array/dispatch_policy.h"
#include "models/base/usage_meter.h"

namespace lookaside::array {

/// Where tasks come from and go back to.
class TaskSink {
  public:
    virtual ~TaskSink() = default;
    /// The task is over, well or not: status and result are in the slot.
    virtual void task_finished(TaskSlot& slot) = 0;
    /// A task left the waiting room, or came back to it.
    virtual void waiting_changed(int by) = 0;
};

/// A task is with one unit at a time, and leaves the manager exactly once: by task_finished().
class TaskManager : public ChannelOwner, public EngineWatcher {
  public:
    /// Channels are set afterwards, since they need their owner.
    TaskManager(const ArrayParameters& parameters, Agenda& agenda, CentralBuffer& buffer,
                TaskStamps& stamps, TaskSink& sink);
    void set_channels(std::vector<ChannelController*> channels) { channels_ = std::move(channels); }

    /// The device takes tasks from now on.
    void device_up(DeviceId device);
    /// The device never came up.
    void device_missing(DeviceId device, const std::string& reason);
    /// The task is whole in the central buffer.
    void submit(TaskSlot& slot);

    const std::vector<std::string>& dead_devices() const { return dead_devices_; }
    unsigned devices_alive() const { return alive_count_; }
    std::uint32_t waiting() const { return policy_->waiting(); }
    std::uint64_t redispatched() const { return redispatched_; }
    const UsageMeter& meter() const { return meter_; }
    void reset_counts(SimTime now);

  private:
    void task_over(TaskSlot& slot) override;
    void device_lost(DeviceId device, const std::string& reason) override;
    void task_returned(TaskSlot& slot) override;
    void channel_takes_tasks(unsigned channel, bool takes) override;
    void engine_started(UnitId unit, SimTime starts, SimTime ends) override;

    void place(TaskSlot& slot, bool again);
    void assign(TaskSlot& slot, UnitId unit);
    void fail(TaskSlot& slot);
    void report_dead(DeviceId device, const std::string& reason);

    Agenda& agenda_;
    const Geometry geometry_;
    Stripes stripes_;
    TaskStamps& stamps_;
    TaskSink& sink_;
    UnitPool pool_;
    std::unique_ptr<DispatchPolicy> policy_;
    std::vector<ChannelController*> channels_;
    std::vector<bool> alive_;         // by device
    std::vector<TaskSlot*> at_unit_;  // by unit
    unsigned alive_count_ = 0;
    std::uint64_t next_ticket_ = 0;
    std::vector<std::string> dead_devices_;
    std::uint64_t redispatched_ = 0;
    UsageMeter meter_;
};

}  // namespace lookaside::array
