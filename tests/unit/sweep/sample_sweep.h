// SPDX-License-Identifier: Apache-2.0
// A small sweep: one point that ran, one that crashed.
#pragma once

#include "reports/sweep_result.h"

namespace lookaside::testing {

inline reports::SweepRun measured_run(double mbit_per_s) {
    reports::SweepMetrics metrics;
    metrics.throughput_mbit_per_s = mbit_per_s;
    metrics.operations_per_s = 1000.0;
    metrics.latency = reports::SweepMetrics::Latency{1.5, 1.25, 9.75, 20.0};
    metrics.limiter = "engine";
    metrics.busiest_resource = "link.upstream";
    metrics.busiest_utilisation = 0.5;
    reports::SweepRun run;
    run.metrics = metrics;
    return run;
}

inline reports::SweepResult sample_sweep() {
    reports::SweepRun crash;
    crash.status = reports::RunStatus::crashed;
    crash.signal = 11;
    crash.error = "first\nlast, of all";
    reports::SweepResult sweep;
    sweep.program_version = "1.0";
    sweep.scenario = "card.toml";
    sweep.parameters = {"fabric.lanes"};
    sweep.points = {{{"1"}, {measured_run(100.0)}, "points/a"}, {{"4"}, {crash}, "points/b"}};
    return sweep;
}

}  // namespace lookaside::testing
