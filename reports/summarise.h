// SPDX-License-Identifier: Apache-2.0
// From what a run counted to its result: the one call between a simulation and the writers.
#pragma once

#include <optional>

#include "reports/bounds.h"
#include "reports/limiter.h"
#include "reports/request_log.h"
#include "reports/result.h"

namespace lookaside::reports {

/// What the application hands over at the end of the measuring window.
struct RunFacts {
    ScenarioInfo scenario;
    std::uint64_t seed = 0;
    std::string program_version;
    Window window;
    /// Null for a system that logs no requests: then throughput is `link`'s.
    const RequestLog* log = nullptr;
    Load load;
    std::vector<Statistic> statistics;
    std::vector<ResourceUsage> resources;
    /// Link, AXI and engine ceilings, with one PacketClass a payload size of the log. Cores, holds
    /// and offered load are added here from `core_names`, `load` and the log.
    std::optional<BoundInputs> bounds;
    std::vector<std::string> core_names;  // which of `resources` are CPU cores
    std::optional<Integrity> integrity;
    std::vector<LinkBandwidth> link;  // counts; bandwidth and efficiency are computed here
    std::vector<Check> checks;        // the system's own, put after the general ones
    std::vector<std::string> remarks;
};

/// Computes the result and runs the checks.
RunResult summarise(RunFacts facts);

}  // namespace lookaside::reports
