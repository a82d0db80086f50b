// SPDX-License-Identifier: Apache-2.0
// The software of system kind fpga-ipsec: kernel, card driver, stack and workload.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/card_host.h"
#include "app/common_facts.h"
#include "app/pcie_fabric.h"
#include "base/slot_timelines.h"
#include "base/statistics.h"
#include "host/drivers/ipsec_card/driver.h"
#include "host/workloads/capture_file.h"
#include "host/workloads/capture_replay.h"
#include "host/workloads/generator.h"
#include "scenarios/config.h"

namespace lookaside::app {

/// Boots on the given root complex: enumerates, probes the driver and starts the workload.
class FpgaSoftware {
  public:
    /// Called when the workload is about to start, and when its last request has come back.
    struct Hooks {
        std::function<void()> on_start = [] {};
        std::function<void()> on_finish = [] {};
    };

    /// Reads the capture, if the workload is one (throws InputError). `sink` hears of every
    /// finished request.
    FpgaSoftware(const scenarios::ScenarioConfig& config, const os::CpuProfile& cpu,
                 PcieFabric& fabric, StatisticsRegistry& statistics, SlotTimelines& timelines,
                 workloads::RequestSink& sink, Hooks hooks);

    /// True once the workload's thread has been started. Rethrows what went wrong on the way.
    bool booted() const { return host_.booted(); }
    void stop_workload() { workload_->stop(); }
    bool workload_finished() const { return workload_ != nullptr && workload_->finished(); }
    WorkloadOutcome outcome() const;
    /// Gives the output capture, if any, its name.
    void commit_output();
    /// What the capture held, a line a finding; empty for other workloads.
    std::vector<std::string> describe_capture() const;
    void describe_waits(std::vector<std::string>& lines) const { host_.describe_waits(lines); }
    unsigned cpu_count() const { return host_.cpu_count(); }

  private:
    void probe(os::PciDevice& device);
    void make_workload();
    std::unique_ptr<workloads::Generator> make_generator();
    std::unique_ptr<workloads::CaptureReplay> make_replay();

    const scenarios::ScenarioConfig& config_;
    SlotTimelines& timelines_;
    workloads::RequestSink& sink_;
    const Hooks hooks_;
    CardHost host_;
    std::optional<workloads::Capture> capture_;
    std::unique_ptr<drivers::ipsec_card::IpsecCardDriver> driver_;
    // Owned by workload_ as one of these.
    std::unique_ptr<workloads::Workload> workload_;
    workloads::Generator* generator_ = nullptr;
    workloads::CaptureReplay* replay_ = nullptr;
};

}  // namespace lookaside::app
