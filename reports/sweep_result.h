// SPDX-License-Identifier: Apache-2.0
// What a sweep found out: what its writers read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reports/result.h"

namespace lookaside::reports {

/// Raised when a key of a sweep's results.json changes its meaning or goes away.
inline constexpr int sweep_schema_version = 1;

/// How a run of a point ended; the later, the worse.
enum class RunStatus : std::uint8_t {
    ok,
    check_failed,  // it has a result, but something in it is wrong
    incomplete,    // the simulation could not complete: deadlock, watchdog, time limit
    refused,       // its input cannot be used
    timed_out,     // it took longer than the sweep allows
    crashed,       // a signal, or an exit status that the program does not have
};
/// As spelt in the results, for example "check failed".
std::string_view name_of(RunStatus status);
/// None for a word that is no status.
std::optional<RunStatus> run_status(std::string_view name);

/// The figures of one run that a sweep is read by.
struct SweepMetrics {
    double throughput_mbit_per_s = 0.0;
    double operations_per_s = 0.0;
    /// Of the whole latency, in microseconds; absent if requests are not logged.
    struct Latency {
        double mean_us = 0.0;
        double p50_us = 0.0;
        double p99_us = 0.0;
        double p99_9_us = 0.0;
    };
    std::optional<Latency> latency;
    std::string limiter;           // limiter.name of the result
    std::string busiest_resource;  // by utilisation; empty without resources
    double busiest_utilisation = 0.0;
};
SweepMetrics sweep_metrics(const RunResult& result);

/// One run of a point: with one seed.
struct SweepRun {
    RunStatus status = RunStatus::ok;
    int exit_status = 0;
    int signal = 0;     // that ended it; 0: none
    std::string error;  // last lines of its standard error; empty if all went well
    std::optional<SweepMetrics> metrics;
};

/// A figure over a point's runs.
struct Estimate {
    double mean = 0.0;
    /// Half width of the 95 % confidence interval by Student's t; absent below two runs.
    std::optional<double> ci95;
};

struct SweepPoint {
    std::vector<std::string> values;  // of the sweep's parameters
    std::vector<SweepRun> runs;       // by seed, never empty
    std::string folder;               // of the first run, below the sweep's folder

    /// The worst of the runs.
    const SweepRun& worst() const;
    /// Runs that have metrics.
    std::uint64_t measured() const;
};

struct SweepResult {
    std::string program_version;
    std::string rtl_sha256;
    std::string scenario;  // file name
    std::vector<std::string> parameters;
    unsigned repeats = 1;
    std::vector<SweepPoint> points;

    bool passed() const;
};

/// The metrics in the order of the results' columns.
struct SweepMetric {
    std::string_view name;   // "lat_p99_us"
    std::string_view title;  // "p99 us"
    /// None if the run does not have it.
    std::optional<double> (*read)(const SweepMetrics&);
};
const std::vector<SweepMetric>& sweep_metric_list();

/// Over the runs that have the metric; none if there are none.
std::optional<Estimate> estimate(const SweepPoint& point, const SweepMetric& metric);

}  // namespace lookaside::reports
