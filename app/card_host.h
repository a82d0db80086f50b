// SPDX-License-Identifier: Apache-2.0
// A booting host with one card: firmware finds the card, then the kernel probes its driver.
#pragma once

#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/pcie_fabric.h"
#include "base/statistics.h"
#include "host/os/sim_kernel.h"
#include "scenarios/config.h"

namespace lookaside::app {

class CardHost {
  public:
    /// Runs in a kernel thread: loads the driver and starts the workload.
    using Probe = std::function<void(os::PciDevice&)>;

    CardHost(const scenarios::ScenarioConfig& config, const os::CpuProfile& cpu, PcieFabric& fabric,
             StatisticsRegistry& statistics, std::string card_name, Probe probe);

    /// True once the probe is over. Rethrows what went wrong in it.
    bool booted() const;
    os::SimKernel& kernel() { return kernel_; }
    unsigned cpu_count() const { return kernel_.cpu_count(); }
    void describe_waits(std::vector<std::string>& lines) const;

  private:
    void boot();

    const scenarios::ScenarioConfig& config_;
    pcie::RootComplex& root_complex_;
    const std::string card_name_;
    const Probe probe_;
    os::SimKernel kernel_;
    std::unique_ptr<os::KThread> probe_thread_;
    bool booted_ = false;
    std::exception_ptr failure_;
};

}  // namespace lookaside::app
