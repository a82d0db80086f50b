// SPDX-License-Identifier: Apache-2.0
#include "reports/sweep_result.h"

#include <algorithm>
#include <array>
#include <utility>

#include "reports/confidence.h"

namespace lookaside::reports {
namespace {

constexpr std::array<std::pair<RunStatus, std::string_view>, 6> status_names = {
    {{RunStatus::ok, "ok"},
     {RunStatus::check_failed, "check failed"},
     {RunStatus::incomplete, "incomplete"},
     {RunStatus::refused, "refused"},
     {RunStatus::timed_out, "timed out"},
     {RunStatus::crashed, "crashed"}}};

constexpr double ps_per_us = 1e6;

double percentile_us(const Distribution& distribution, std::string_view name) {
    for (std::size_t i = 0; i < reported_percentiles.size(); ++i) {
        if (reported_percentiles[i].name('_') == name) {
            return static_cast<double>(distribution.percentiles[i].count()) / ps_per_us;
        }
    }
    return 0.0;
}

template <double SweepMetrics::Latency::*member>
std::optional<double> of_latency(const SweepMetrics& metrics) {
    return metrics.latency ? std::optional((*metrics.latency).*member) : std::nullopt;
}

}  // namespace

std::string_view name_of(RunStatus status) {
    return status_names[static_cast<std::size_t>(status)].second;
}

std::optional<RunStatus> run_status(std::string_view name) {
    for (const auto& [status, word] : status_names) {
        if (word == name) {
            return status;
        }
    }
    return std::nullopt;
}

SweepMetrics sweep_metrics(const RunResult& result) {
    SweepMetrics metrics;
    metrics.throughput_mbit_per_s = result.throughput.mbit_per_s;
    metrics.operations_per_s = result.throughput.operations_per_s;
    if (result.latency) {
        const Distribution& lat = result.latency->lat;
        metrics.latency = {lat.mean_ps / ps_per_us, percentile_us(lat, "p50"),
                           percentile_us(lat, "p99"), percentile_us(lat, "p99_9")};
    }
    metrics.limiter = result.limiter.name;
    const auto busiest =
        std::ranges::max_element(result.resources, {}, &ResourceReport::utilisation);
    if (busiest != result.resources.end()) {
        metrics.busiest_resource = busiest->usage.name;
        metrics.busiest_utilisation = busiest->utilisation;
    }
    return metrics;
}

const SweepRun& SweepPoint::worst() const {
    return *std::ranges::max_element(runs, {}, &SweepRun::status);
}

std::uint64_t SweepPoint::measured() const {
    return static_cast<std::uint64_t>(
        std::ranges::count_if(runs, [](const SweepRun& run) { return run.metrics.has_value(); }));
}

bool SweepResult::passed() const {
    return std::ranges::all_of(
        points, [](const SweepPoint& point) { return point.worst().status == RunStatus::ok; });
}

const std::vector<SweepMetric>& sweep_metric_list() {
    using Latency = SweepMetrics::Latency;
    static const std::vector<SweepMetric> list = {
        {"throughput_mbit_per_s", "Mb/s",
         [](const SweepMetrics& m) { return std::optional(m.throughput_mbit_per_s); }},
        {"operations_per_s", "op/s",
         [](const SweepMetrics& m) { return std::optional(m.operations_per_s); }},
        {"lat_mean_us", "mean us", of_latency<&Latency::mean_us>},
        {"lat_p50_us", "p50 us", of_latency<&Latency::p50_us>},
        {"lat_p99_us", "p99 us", of_latency<&Latency::p99_us>},
        {"lat_p99_9_us", "p99.9 us", of_latency<&Latency::p99_9_us>},
        {"busiest_utilisation_ratio", "busy",
         [](const SweepMetrics& m) {
             return m.busiest_resource.empty() ? std::nullopt
                                               : std::optional(m.busiest_utilisation);
         }},
    };
    return list;
}

std::optional<Estimate> estimate(const SweepPoint& point, const SweepMetric& metric) {
    std::vector<double> samples;
    for (const SweepRun& run : point.runs) {
        const auto value = run.metrics ? metric.read(*run.metrics) : std::nullopt;
        if (value) {
            samples.push_back(*value);
        }
    }
    if (samples.empty()) {
        return std::nullopt;
    }
    return Estimate{mean_of(samples), half_width_95(samples)};
}

}  // namespace lookaside::reports
