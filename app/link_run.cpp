// SPDX-License-Identifier: Apache-2.0
#include "app/link_run.h"

#include <fmt/format.h>

#include "app/common_facts.h"
#include "app/link_system.h"
#include "app/pcie_fabric.h"
#include "app/version.h"
#include "reports/summarise.h"

namespace lookaside::app {
namespace {

using scenarios::ScenarioConfig;
using scenarios::WorkloadKind;

pcie::TrafficPattern pattern(WorkloadKind kind) {
    switch (kind) {
        case WorkloadKind::link_read:
            return pcie::TrafficPattern::read;
        case WorkloadKind::link_both:
            return pcie::TrafficPattern::both;
        default:
            return pcie::TrafficPattern::write;
    }
}

LinkExperiment experiment(const ScenarioConfig& config) {
    LinkExperiment experiment;
    experiment.link = link_parameters(config.fabric);
    experiment.root_complex = root_complex_parameters(config.fabric);
    experiment.enumeration.max_payload_size = config.fabric.mps;
    experiment.enumeration.max_read_request_size = config.fabric.mrrs;
    experiment.traffic.pattern = pattern(config.workload.kind);
    experiment.traffic.request_size = config.workload.request_size.largest();
    experiment.traffic.outstanding = config.workload.outstanding;
    experiment.tags = config.fabric.tags;
    experiment.memory_latency = config.host.memory_latency;
    experiment.upstream_faults = bit_errors(config, 0);
    experiment.downstream_faults = bit_errors(config, 1);
    experiment.protocol_checker = config.fidelity.protocol_checker;
    experiment.warmup = config.run.warmup;
    experiment.window = config.run.window;
    return experiment;
}

/// The whole direction's TLPs: beside its own data, writes share theirs with read requests.
reports::LinkBandwidth bandwidth(std::string name, Bytes payload, Bytes request_size,
                                 const pcie::LinkStatistics& direction) {
    reports::LinkBandwidth counts;
    counts.name = std::move(name);
    counts.requests = payload / request_size;
    counts.payload = payload;
    counts.tlps = direction.tlps;
    counts.wire = direction.wire_bytes;
    return counts;
}

std::string link_headline(const ScenarioConfig& config) {
    const auto& fabric = config.fabric;
    return fmt::format("PCIe gen {} x{}, MPS {} B, MRRS {} B, RCB {} B, requests of {} B",
                       fabric.generation, fabric.lanes, fabric.mps, fabric.mrrs, fabric.rcb,
                       config.workload.request_size.largest());
}

}  // namespace

reports::RunResult run_link_system(const ScenarioConfig& config) {
    const LinkOutcome outcome = run_link(experiment(config));
    const Bytes request_size = config.workload.request_size.largest();

    reports::RunFacts facts;
    facts.scenario = {config.system.name, config.system.description, link_headline(config),
                      report_settings(config)};
    facts.seed = config.run.seed;
    facts.program_version = program_version;
    facts.window = {config.run.warmup, config.run.warmup + outcome.window};
    facts.load.in_flight = config.workload.outstanding;
    facts.statistics = outcome.values;
    facts.resources = outcome.resources;
    if (config.workload.kind != WorkloadKind::link_read) {
        facts.link.push_back(bandwidth("write", outcome.written, request_size, outcome.upstream));
    }
    if (config.workload.kind != WorkloadKind::link_write) {
        facts.link.push_back(bandwidth("read", outcome.read, request_size, outcome.downstream));
    }
    facts.checks.push_back({"no read failed", outcome.failed_reads == 0,
                            fmt::format("{} reads failed", outcome.failed_reads)});
    reports::RunResult result = reports::summarise(std::move(facts));
    if (outcome.read_latency.count != 0) {
        result.latency = reports::LatencyReport{{}, {}, outcome.read_latency};
    }
    return result;
}

}  // namespace lookaside::app
