// SPDX-License-Identifier: Apache-2.0
#include "reports/summarise.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "reports/checks.h"

namespace lookaside::reports {
namespace {

Throughput throughput_of(const RunFacts& facts) {
    if (facts.log != nullptr) {
        return make_throughput(facts.log->completed(), facts.log->payload(),
                               facts.window.duration());
    }
    std::uint64_t requests = 0;
    Bytes payload = 0;
    for (const LinkBandwidth& link : facts.link) {
        requests += link.requests;
        payload += link.payload;
    }
    return make_throughput(requests, payload, facts.window.duration());
}

BoundInputs with_measured(BoundInputs inputs, const RunFacts& facts,
                          const std::vector<Hold>& holds) {
    for (const ResourceUsage& usage : facts.resources) {
        const auto& cores = facts.core_names;
        if (std::find(cores.begin(), cores.end(), usage.name) != cores.end()) {
            inputs.cores.push_back({usage.name, usage.busy - usage.spinning});
        }
    }
    for (const Hold& hold : holds) {
        inputs.holds.push_back({hold.name, hold.slots, hold.mean_ps});
    }
    inputs.offered_packets_per_s = facts.load.offered_packets_per_s;
    return inputs;
}

void run_checks(RunResult& result, const RequestLog* log) {
    result.checks.push_back(check_progress(result.throughput));
    if (log != nullptr) {
        result.checks.push_back(check_stage_sums(*log));
    }
    result.checks.push_back(check_utilisation(result.resources));
    result.checks.push_back(check_littles_law(result.resources));
    if (result.bounds) {
        const Picoseconds longest = result.latency ? result.latency->lat.max : Picoseconds{0};
        result.checks.push_back(
            check_bounds(*result.bounds, result.throughput, result.window.duration(), longest));
    }
    if (result.integrity) {
        result.checks.push_back(check_integrity(*result.integrity, result.throughput));
    }
}

}  // namespace

RunResult summarise(RunFacts facts) {
    RunResult result;
    result.seed = facts.seed;
    result.program_version = facts.program_version;
    result.window = facts.window;
    result.throughput = throughput_of(facts);
    for (const LinkBandwidth& link : facts.link) {
        result.link.push_back(make_link_bandwidth(link, facts.window.duration()));
    }
    if (facts.log != nullptr) {
        result.latency = facts.log->latency();
        result.stages = facts.log->stages();
    }
    for (const ResourceUsage& usage : facts.resources) {
        result.resources.push_back(make_resource_report(usage, facts.window.duration()));
    }
    const auto holds =
        holds_of(facts.load, result.stages, result.latency ? result.latency->lat.count : 0);
    result.limiter =
        find_limiter(result.resources, holds, facts.load, result.throughput.packets_per_s);
    if (facts.bounds && result.throughput.completed > 0) {
        result.bounds = compute_bounds(with_measured(std::move(*facts.bounds), facts, holds));
    }
    result.integrity = std::move(facts.integrity);
    result.scenario = std::move(facts.scenario);
    result.statistics = std::move(facts.statistics);
    run_checks(result, facts.log);
    std::move(facts.checks.begin(), facts.checks.end(), std::back_inserter(result.checks));
    result.remarks = std::move(facts.remarks);
    return result;
}

}  // namespace lookaside::reports
