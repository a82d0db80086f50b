// SPDX-License-Identifier: Apache-2.0
// What every card hangs on: host memory, root complex, link and the card's PCIe endpoint.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/statistics.h"
#include "models/base/agenda.h"
#include "models/memory/host_memory.h"
#include "models/pcie/endpoint_core.h"
#include "models/pcie/link.h"
#include "models/pcie/protocol_checker.h"
#include "models/pcie/root_complex.h"
#include "scenarios/config.h"

namespace lookaside::app {

/// Parameters of the models as a configuration has them.
pcie::LinkParameters link_parameters(const scenarios::FabricConfig& fabric);
pcie::RootComplexParameters root_complex_parameters(const scenarios::FabricConfig& fabric);
/// Errors that the configured rate makes in a direction; each direction has a stream of its own.
pcie::FaultPlan bit_errors(const scenarios::ScenarioConfig& config, unsigned direction);

/// Owns these models and binds them to each other. One a process.
class PcieFabric {
  public:
    /// `function`: what the card shows in its configuration space.
    PcieFabric(const scenarios::ScenarioConfig& config, const pcie::FunctionConfig& function,
               StatisticsRegistry& statistics);

    Agenda& agenda() { return agenda_; }
    memory::HostMemory& memory() { return memory_; }
    pcie::RootComplex& root_complex() { return root_complex_; }
    pcie::EndpointCore& endpoint() { return endpoint_; }

    /// One line for each credit, tag or queue that something waits for.
    void describe_waits(std::vector<std::string>& lines) const;
    /// At the end of a drained run: throws SimulationError if something was lost on the link.
    void check_at_end() const;

  private:
    Agenda agenda_;
    memory::HostMemory memory_;
    pcie::TlpPool pool_;
    pcie::Link link_;
    pcie::RootComplex root_complex_;
    pcie::EndpointCore endpoint_;
    std::unique_ptr<pcie::ProtocolChecker> checker_;
};

}  // namespace lookaside::app
