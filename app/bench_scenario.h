// SPDX-License-Identifier: Apache-2.0
// How fast the whole FPGA scenario simulates: part of `lookaside bench`.
#pragma once

namespace lookaside::app {

struct ScenarioBenchResult {
    double packets_per_cpu_second = 0.0;
    /// RTL only: the core's cycles per CPU second inside the scenario, over those of a bare loop
    /// run beforehand in the same process.
    double engine_speed_share = 0.0;
};

/// Runs scenarios/fpga-ipsec-pc.toml, with the Verilated core or its timed twin, in a process of
/// its own (forked: before any simulation in this one).
ScenarioBenchResult bench_scenario(bool rtl);

}  // namespace lookaside::app
