// SPDX-License-Identifier: Apache-2.0
// What the reports of all systems with a host and requests have in common.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/measurement.h"
#include "host/workloads/request_counters.h"
#include "reports/summarise.h"
#include "scenarios/config.h"

namespace lookaside::app {

/// What the workload's requests came to, whichever workload it is.
struct WorkloadOutcome {
    std::uint64_t attempted = 0;
    std::uint64_t in_flight = 0;
    std::uint64_t refused = 0;  // by a full queue; an open loop or a dropping stack loses these
    std::uint64_t invalid = 0;
    std::uint64_t checked = 0;    // results compared with OpenSSL's, right or wrong
    std::uint64_t unchecked = 0;  // moved bytes of which nothing comes back (raw, one way)
    std::uint64_t mismatched = 0;
    std::uint64_t failed = 0;
    std::string first_mismatch;
};

/// What the counters of a generated workload say.
WorkloadOutcome outcome_of(const workloads::RequestCounters& counters);

/// That software broke none of the card's rules.
reports::Check card_rules_check(const std::vector<std::string>& broken);

/// Scenario, seed, window, log, statistics, resources, cores ("cpu0"...), integrity and the checks
/// that no request was lost, failed or invalid. Load and bounds are the system's own.
reports::RunFacts common_facts(const scenarios::ScenarioConfig& config, std::string headline,
                               const Measurement& measurement, const WorkloadOutcome& outcome,
                               unsigned cpu_count);

/// The effective configuration as the report lists it.
std::vector<reports::Setting> report_settings(const scenarios::ScenarioConfig& config);

/// The link's part of the closed-form bounds.
reports::LinkInputs link_inputs(const scenarios::FabricConfig& fabric);

}  // namespace lookaside::app
