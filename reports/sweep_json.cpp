// SPDX-License-Identifier: Apache-2.0
#include "reports/sweep_json.h"

#include <stdexcept>

namespace lookaside::reports {
namespace {

using Json = nlohmann::ordered_json;

Json to_json(const SweepMetrics& metrics) {
    Json json;
    for (const SweepMetric& metric : sweep_metric_list()) {
        if (const auto value = metric.read(metrics)) {
            json[std::string(metric.name)] = *value;
        }
    }
    json["limiter"] = metrics.limiter;
    json["busiest_resource"] = metrics.busiest_resource;
    return json;
}

SweepMetrics metrics_from(const nlohmann::json& json) {
    SweepMetrics metrics;
    metrics.throughput_mbit_per_s = json.at("throughput_mbit_per_s").get<double>();
    metrics.operations_per_s = json.at("operations_per_s").get<double>();
    if (json.contains("lat_mean_us")) {
        metrics.latency = {json.at("lat_mean_us").get<double>(),
                           json.at("lat_p50_us").get<double>(), json.at("lat_p99_us").get<double>(),
                           json.at("lat_p99_9_us").get<double>()};
    }
    metrics.limiter = json.at("limiter").get<std::string>();
    metrics.busiest_resource = json.at("busiest_resource").get<std::string>();
    metrics.busiest_utilisation = json.value("busiest_utilisation_ratio", 0.0);
    return metrics;
}

Json estimates(const SweepPoint& point) {
    Json json = Json::object();
    for (const SweepMetric& metric : sweep_metric_list()) {
        if (const auto found = estimate(point, metric)) {
            Json& entry = json[std::string(metric.name)];
            entry["mean"] = found->mean;
            if (found->ci95) {
                entry["ci95"] = *found->ci95;
            }
        }
    }
    return json;
}

Json to_json(std::size_t number, const SweepPoint& point, const SweepResult& result) {
    Json parameters = Json::object();
    for (std::size_t i = 0; i < point.values.size(); ++i) {
        parameters[result.parameters[i]] = point.values[i];
    }
    Json runs = Json::array();
    for (const SweepRun& run : point.runs) {
        runs.push_back(to_json(run));
    }
    return {{"point", number},
            {"parameters", std::move(parameters)},
            {"status", name_of(point.worst().status)},
            {"folder", point.folder},
            {"metrics", estimates(point)},
            {"runs", std::move(runs)}};
}

}  // namespace

nlohmann::ordered_json to_json(const SweepRun& run) {
    Json json{{"status", name_of(run.status)}, {"exit_status", run.exit_status}};
    if (run.signal != 0) {
        json["signal"] = run.signal;
    }
    if (!run.error.empty()) {
        json["error"] = run.error;
    }
    if (run.metrics) {
        json["metrics"] = to_json(*run.metrics);
    }
    return json;
}

SweepRun sweep_run_from(const nlohmann::json& json) {
    SweepRun run;
    const auto status = run_status(json.at("status").get<std::string>());
    if (!status) {
        throw std::runtime_error("no status of a run: " + json.at("status").get<std::string>());
    }
    run.status = *status;
    run.exit_status = json.at("exit_status").get<int>();
    run.signal = json.value("signal", 0);
    run.error = json.value("error", "");
    if (json.contains("metrics")) {
        run.metrics = metrics_from(json.at("metrics"));
    }
    return run;
}

nlohmann::ordered_json to_json(const SweepResult& result) {
    Json points = Json::array();
    for (std::size_t i = 0; i < result.points.size(); ++i) {
        points.push_back(to_json(i, result.points[i], result));
    }
    return {{"schema_version", sweep_schema_version},
            {"program_version", result.program_version},
            {"rtl_sha256", result.rtl_sha256},
            {"scenario", result.scenario},
            {"parameters", result.parameters},
            {"repeats_count", result.repeats},
            {"passed", result.passed()},
            {"points", std::move(points)}};
}

}  // namespace lookaside::reports
