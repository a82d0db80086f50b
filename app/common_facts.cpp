// SPDX-License-Identifier: Apache-2.0
#include "app/common_facts.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/pcie_fabric.h"
#include "app/version.h"
#include "models/pcie/link_parameters.h"
#include "scenarios/scenario.h"

namespace lookaside::app {
namespace {

std::vector<reports::Check> request_checks(const Measurement& measurement,
                                           const WorkloadOutcome& outcome) {
    return {
        {"no request lost", outcome.in_flight == 0,
         fmt::format("{} of {} came back",
                     outcome.attempted - outcome.refused - outcome.invalid - outcome.in_flight,
                     outcome.attempted - outcome.refused - outcome.invalid)},
        {"no request failed", outcome.failed == 0 && measurement.errors() == 0,
         fmt::format("{} ended with an error", outcome.failed)},
        {"no request invalid", outcome.invalid == 0,
         fmt::format("{} had bad buffers or lengths", outcome.invalid)},
    };
}

}  // namespace

WorkloadOutcome outcome_of(const workloads::RequestCounters& counters) {
    WorkloadOutcome outcome;
    outcome.attempted = counters.attempted;
    outcome.in_flight = counters.in_flight();
    outcome.refused = counters.refused;
    outcome.invalid = counters.invalid;
    outcome.checked = counters.verified + counters.mismatched;
    outcome.unchecked = counters.unchecked;
    outcome.mismatched = counters.mismatched;
    outcome.failed = counters.failed;
    outcome.first_mismatch = counters.first_mismatch;
    return outcome;
}

reports::Check card_rules_check(const std::vector<std::string>& broken) {
    return {"card rules kept", broken.empty(),
            broken.empty() ? "the driver kept the card's datasheet"
                           : fmt::format("{}", fmt::join(broken, "; "))};
}

reports::RunFacts common_facts(const scenarios::ScenarioConfig& config, std::string headline,
                               const Measurement& measurement, const WorkloadOutcome& outcome,
                               unsigned cpu_count) {
    reports::RunFacts facts;
    facts.scenario = {config.system.name, config.system.description, std::move(headline),
                      report_settings(config)};
    facts.seed = config.run.seed;
    facts.program_version = program_version;
    facts.window = {measurement.log().opened(), measurement.log().closed()};
    facts.log = &measurement.log();
    facts.statistics = measurement.values();
    facts.resources = measurement.resources();
    for (unsigned cpu = 0; cpu < cpu_count; ++cpu) {
        facts.core_names.push_back(fmt::format("cpu{}", cpu));
    }
    if (outcome.checked != 0 || outcome.unchecked == 0) {
        facts.integrity = {outcome.checked, outcome.mismatched, outcome.first_mismatch,
                           outcome.unchecked};
    }
    facts.checks = request_checks(measurement, outcome);
    return facts;
}

std::vector<reports::Setting> report_settings(const scenarios::ScenarioConfig& config) {
    std::vector<reports::Setting> settings;
    for (const scenarios::Setting& setting : scenarios::effective_settings(config)) {
        settings.push_back({setting.name, setting.value, setting.unit, setting.origin});
    }
    return settings;
}

reports::LinkInputs link_inputs(const scenarios::FabricConfig& fabric) {
    const pcie::LinkTiming timing(link_parameters(fabric));
    reports::LinkInputs link;
    link.raw_bytes_per_s = timing.raw_bits_per_second() / 8;
    link.control_share = static_cast<double>(timing.skp_time().count()) /
                         static_cast<double>(timing.skp_interval().count());
    link.max_payload = fabric.mps;
    link.max_read_request = fabric.mrrs;
    link.completion_payload = std::min(fabric.completion_size, fabric.mps);
    return link;
}

}  // namespace lookaside::app
