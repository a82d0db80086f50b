// SPDX-License-Identifier: Apache-2.0
// A PCIe link: two ports, joined.
#pragma once

#include "models/pcie/link_port.h"

namespace lookaside::pcie {

/// Bind `root` to a root complex and `device` to an endpoint. Publishes "pcie.upstream" and
/// "pcie.downstream" to the registry.
class Link : public sc_core::sc_module {
  public:
    /// Throws InputError for parameters that no link has.
    Link(const sc_core::sc_module_name& name, Agenda& agenda, const LinkParameters& parameters,
         StatisticsRegistry& statistics, FaultPlan upstream_faults = {},
         FaultPlan downstream_faults = {});

    const LinkParameters& parameters() const { return parameters_; }
    const LinkTiming& timing() const { return timing_; }

    /// Adds a witness of both directions. Before the simulation starts.
    void observe(LinkObserver& observer);
    void describe_waits(std::vector<std::string>& waits) const;
    /// Nothing waits, flies or is unacknowledged.
    bool idle() { return root.idle() && device.idle(); }

  private:
    void start_of_simulation() override;

    const LinkParameters parameters_;
    const LinkTiming timing_;

  public:
    LinkPort root;    // transmits downstream
    LinkPort device;  // transmits upstream
};

}  // namespace lookaside::pcie
