// SPDX-License-Identifier: Apache-2.0
#include "scenarios/cross_checks.h"

#include <fmt/format.h>

#include <algorithm>

#include "scenarios/checker.h"
#include "scenarios/cpu_profile.h"
#include "scenarios/parameter.h"

namespace lookaside::scenarios {
namespace {

/// A parameter of a part that the system lacks would silently do nothing.
void check_scopes(const Checker& checker) {
    for (const Parameter& parameter : parameters()) {
        checker.refuse_if(!parameter.belongs_to(checker.config().system.kind) &&
                              checker.config().origins.contains(parameter.name),
                          parameter.name,
                          fmt::format("a {} system has no such part; leave {} out",
                                      checker.shown("system.kind"), parameter.name));
    }
}

/// The workloads that can drive a system, quoted; the first is what a user most likely wants.
std::vector<std::string> workloads_of(SystemKind system) {
    switch (system) {
        case SystemKind::fpga_ipsec:
            return {"test-module", "closed-loop", "open-loop", "capture"};
        case SystemKind::pcie_link:
            return {"link-write", "link-read", "link-both"};
        case SystemKind::engine_array:
            return {"block"};
    }
    return {};
}

void check_workload_kind(const Checker& checker) {
    std::vector<std::string> known = workloads_of(checker.config().system.kind);
    const std::string kind = checker.shown("workload.kind");
    const bool fits = std::ranges::find(known, kind) != known.end();
    for (std::string& word : known) {
        word = detail::quoted(word);
    }
    checker.refuse_if(!fits, "workload.kind",
                      fmt::format("\"{}\" cannot drive a {} system; use {}", kind,
                                  checker.shown("system.kind"), detail::listed(known)));
}

void check_link(const Checker& checker) {
    const FabricConfig& fabric = checker.config().fabric;
    const CreditConfig& credits = fabric.credits;
    checker.refuse_if(fabric.completion_size < fabric.rcb, "fabric.completion_size",
                      fmt::format("smaller than the Read Completion Boundary; use {} or more",
                                  checker.shown("fabric.rcb")));
    // The largest TLP must fit, or it would wait for ever.
    const Bytes payload_units = fabric.mps / 16;
    checker.refuse_if(
        credits.posted_data != 0 && credits.posted_data < payload_units, "fabric.posted_data",
        fmt::format("a write of fabric.mps ({}) needs {} credits; use {} or more, or 0",
                    checker.shown("fabric.mps"), payload_units, payload_units));
    checker.refuse_if(
        credits.completion_data != 0 && credits.completion_data < payload_units,
        "fabric.completion_data",
        fmt::format("a completion of fabric.mps ({}) needs {} credits; use {} or more, or 0",
                    checker.shown("fabric.mps"), payload_units, payload_units));
    // Sequence number 2, header 16, LCRC 4.
    constexpr Bytes tlp_overhead = 22;
    checker.refuse_if(fabric.replay_buffer != 0 && fabric.replay_buffer < fabric.mps + tlp_overhead,
                      "fabric.replay_buffer",
                      fmt::format("cannot hold a TLP of fabric.mps ({}); use {} B or more",
                                  checker.shown("fabric.mps"), fabric.mps + tlp_overhead));
}

void check_run(const Checker& checker) {
    const RunConfig& run = checker.config().run;
    if (run.requests == 0) {
        checker.refuse_if(
            run.time_limit < run.warmup + run.window, "run.time_limit",
            fmt::format("ends before run.warmup ({}) and run.window ({}) are over; use more",
                        checker.shown("run.warmup"), checker.shown("run.window")));
    }
    checker.refuse_if(run.requests != 0 && checker.set_on_command_line("run.window") &&
                          !checker.set_on_command_line("run.requests"),
                      "run.window", "run.requests closes the window; add --set run.requests=0");
}

void check_host(const Checker& checker) {
    const HostConfig& host = checker.config().host;
    if (!find_cpu_profile(host.cpu, checker.folder())) {
        checker.refuse("host.cpu", unknown_cpu_profile(host.cpu, checker.folder()));
    }
    const os::CpuProfile profile = load_cpu_profile(host.cpu, checker.folder());
    checker.refuse_missing_core("host.irq_cpu", host.irq_cpu, profile);
    checker.refuse_missing_core("host.submit_cpu", host.submit_cpu, profile);
}

}  // namespace

void check_scenario(const ScenarioConfig& config, const std::filesystem::path& folder) {
    const Checker checker(config, folder);
    check_scopes(checker);
    check_workload_kind(checker);
    check_link(checker);
    check_run(checker);
    if (config.system.kind != SystemKind::pcie_link) {
        check_host(checker);
    }
    if (config.system.kind == SystemKind::fpga_ipsec) {
        check_fpga_ipsec(checker);
    }
    if (config.system.kind == SystemKind::engine_array) {
        check_engine_array(checker);
    }
}

}  // namespace lookaside::scenarios
