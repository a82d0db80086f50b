// SPDX-License-Identifier: Apache-2.0
#include "models/pcie/link.h"

namespace lookaside::pcie {
namespace {

StatisticsRegistry::Publisher publisher_of(LinkPort& port) {
    return {
        [&port](SimTime) { port.reset_statistics(); },
        [&port](SimTime, std::vector<Statistic>& values, std::vector<ResourceUsage>& resources) {
            publish(port.statistics(), std::string("pcie.") + name_of(port.direction()), values,
                    resources);
        }};
}

}  // namespace

Link::Link(const sc_core::sc_module_name& module_name, Agenda& agenda,
           const LinkParameters& parameters, StatisticsRegistry& statistics,
           FaultPlan upstream_faults, FaultPlan downstream_faults)
    : sc_module(module_name),
      parameters_(parameters),
      timing_(parameters),
      root("root", agenda, parameters_, timing_, Direction::downstream,
           std::move(downstream_faults)),
      device("device", agenda, parameters_, timing_, Direction::upstream,
             std::move(upstream_faults)) {
    root.connect(device);
    device.connect(root);
    statistics.add(publisher_of(device));
    statistics.add(publisher_of(root));
}

void Link::observe(LinkObserver& observer) {
    root.observe(observer);
    device.observe(observer);
}

void Link::describe_waits(std::vector<std::string>& waits) const {
    device.describe_waits(waits);
    root.describe_waits(waits);
}

void Link::start_of_simulation() {
    root.initialise_flow_control();
    device.initialise_flow_control();
}

}  // namespace lookaside::pcie
