// SPDX-License-Identifier: Apache-2.0
// How fast the engine array's scenario simulates: part of `lookaside bench`.
#pragma once

namespace lookaside::app {

struct ArrayBenchResult {
    double requests_per_cpu_second = 0.0;
    /// RTL only: the cores' cycles per CPU second inside the scenario, over those of one core in a
    /// bare loop run beforehand in the same process.
    double engine_speed_share = 0.0;
    /// Largest resident size of the process, in bytes.
    double resident_bytes = 0.0;
};

/// Runs scenarios/engine-array.toml in a process of its own, with timed engines at depth 128, on
/// `channels` buses: 8 as published.
ArrayBenchResult bench_array_timed(unsigned channels);
/// The same with a Verilated core in each of the 1024 engines, all of them at work.
ArrayBenchResult bench_array_rtl();

}  // namespace lookaside::app
