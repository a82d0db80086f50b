// SPDX-License-Identifier: Apache-2.0
// The software of system kind engine-array: kernel, block driver and workload.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/card_host.h"
#include "app/common_facts.h"
#include "base/slot_timelines.h"
#include "host/drivers/engine_array/driver.h"
#include "host/workloads/block_workload.h"

namespace lookaside::app {

/// Boots, probes the driver and starts the workload.
class ArraySoftware {
  public:
    /// `sink` hears of every finished request.
    ArraySoftware(const scenarios::ScenarioConfig& config, const os::CpuProfile& cpu,
                  PcieFabric& fabric, StatisticsRegistry& statistics, SlotTimelines& timelines,
                  workloads::RequestSink& sink);

    bool booted() const { return host_.booted(); }
    void stop_workload() { workload_->stop(); }
    bool workload_finished() const { return workload_ != nullptr && workload_->finished(); }
    WorkloadOutcome outcome() const;
    /// A line for every request that the driver gave up.
    std::vector<std::string> timeouts() const { return driver_->describe_timeouts(); }
    void describe_waits(std::vector<std::string>& lines) const { host_.describe_waits(lines); }
    unsigned cpu_count() const { return host_.cpu_count(); }

  private:
    void probe(os::PciDevice& device);

    const scenarios::ScenarioConfig& config_;
    SlotTimelines& timelines_;
    workloads::RequestSink& sink_;
    CardHost host_;
    std::unique_ptr<drivers::engine_array::EngineArrayDriver> driver_;
    std::unique_ptr<workloads::BlockWorkload> workload_;
};

}  // namespace lookaside::app
