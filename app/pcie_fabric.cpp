// SPDX-License-Identifier: Apache-2.0
#include "app/pcie_fabric.h"

namespace lookaside::app {
namespace {

using scenarios::FabricConfig;
using scenarios::ScenarioConfig;

pcie::PortCredits port_credits(const scenarios::CreditConfig& credits) {
    return {{{credits.posted_headers, credits.posted_data},
             {credits.nonposted_headers, credits.nonposted_data},
             {credits.completion_headers, credits.completion_data}}};
}

pcie::EndpointParameters endpoint_parameters(const FabricConfig& fabric,
                                             const pcie::FunctionConfig& function) {
    pcie::EndpointParameters endpoint;
    endpoint.function = function;
    endpoint.tags = fabric.tags;
    return endpoint;
}

}  // namespace

pcie::LinkParameters link_parameters(const FabricConfig& fabric) {
    pcie::LinkParameters link;
    link.generation = static_cast<pcie::Generation>(fabric.generation);
    link.width = fabric.lanes;
    link.max_payload_size = fabric.mps;
    link.replay_buffer = fabric.replay_buffer;
    link.phy_latency = fabric.link_latency;
    link.endpoint_latency = fabric.endpoint_latency;
    link.root_complex_latency = fabric.root_complex_latency;
    link.upstream_credits = port_credits(fabric.credits);
    link.downstream_credits = port_credits(fabric.credits);
    return link;
}

pcie::RootComplexParameters root_complex_parameters(const FabricConfig& fabric) {
    pcie::RootComplexParameters root_complex;
    root_complex.read_completion_boundary = fabric.rcb;
    root_complex.max_completion_size = fabric.completion_size;
    return root_complex;
}

pcie::FaultPlan bit_errors(const ScenarioConfig& config, unsigned direction) {
    pcie::FaultPlan plan;
    plan.bit_error_rate = config.fabric.bit_error_rate;
    plan.seed = config.run.seed + direction;
    return plan;
}

PcieFabric::PcieFabric(const ScenarioConfig& config, const pcie::FunctionConfig& function,
                       StatisticsRegistry& statistics)
    : agenda_("agenda"),
      memory_("memory", config.host.memory_latency),
      link_("link", agenda_, link_parameters(config.fabric), statistics, bit_errors(config, 0),
            bit_errors(config, 1)),
      root_complex_("root_complex", agenda_, pool_, config.fabric.mps,
                    root_complex_parameters(config.fabric)),
      endpoint_("endpoint", agenda_, pool_, link_.parameters(),
                endpoint_parameters(config.fabric, function)) {
    root_complex_.memory.bind(memory_.socket);
    root_complex_.to_link.bind(link_.root.transmit);
    link_.root.receive.bind(root_complex_.from_link);
    endpoint_.to_link.bind(link_.device.transmit);
    link_.device.receive.bind(endpoint_.from_link);
    if (config.fidelity.protocol_checker) {
        checker_ = std::make_unique<pcie::ProtocolChecker>(
            link_.parameters(),
            pcie::CheckerLimits{config.fabric.mps, config.fabric.mrrs, config.fabric.rcb},
            pcie::CheckerDepth::core);
        link_.observe(*checker_);
    }
}

void PcieFabric::describe_waits(std::vector<std::string>& lines) const {
    root_complex_.describe_waits(lines);
    link_.describe_waits(lines);
    endpoint_.describe_waits(lines);
}

void PcieFabric::check_at_end() const {
    if (checker_) {
        checker_->check_at_end();
    }
}

}  // namespace lookaside::app
