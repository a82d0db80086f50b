// SPDX-License-Identifier: Apache-2.0
#include "reports/json_writer.h"

#include <variant>

namespace lookaside::reports {
namespace {

using Json = nlohmann::ordered_json;

Json to_json(const ScenarioInfo& scenario) {
    Json settings = Json::array();
    for (const Setting& setting : scenario.settings) {
        settings.push_back({{"name", setting.name},
                            {"value", setting.value},
                            {"unit", setting.unit},
                            {"origin", setting.origin}});
    }
    return {{"name", scenario.name},
            {"title", scenario.title},
            {"headline", scenario.headline},
            {"configuration", std::move(settings)}};
}

Json to_json(const Window& window) {
    return {{"opened_ps", window.opened.count()},
            {"closed_ps", window.closed.count()},
            {"duration_ps", window.duration().count()}};
}

Json to_json(const Throughput& throughput) {
    return {{"completed_count", throughput.completed},
            {"payload_bytes", throughput.payload},
            {"payload_mbit_per_s", throughput.mbit_per_s},
            {"payload_mbyte_per_s", throughput.mbyte_per_s},
            {"packets_per_s", throughput.packets_per_s},
            {"operations_per_s", throughput.operations_per_s}};
}

Json to_json(const LinkBandwidth& link) {
    return {{"name", link.name},
            {"requests_count", link.requests},
            {"payload_bytes", link.payload},
            {"tlps_count", link.tlps},
            {"wire_bytes", link.wire},
            {"payload_gbit_per_s", link.gbit_per_s},
            {"efficiency_ratio", link.efficiency}};
}

Json to_json(const Distribution& distribution) {
    Json json{{"samples_count", distribution.count}, {"sum_ps", distribution.sum.count()},
              {"min_ps", distribution.min.count()},  {"mean_ps", distribution.mean_ps},
              {"stddev_ps", distribution.stddev_ps}, {"max_ps", distribution.max.count()}};
    for (std::size_t i = 0; i < reported_percentiles.size(); ++i) {
        json[reported_percentiles[i].name('_') + "_ps"] = distribution.percentiles[i].count();
    }
    return json;
}

Json to_json(const LatencyReport& latency) {
    Json json{{"percentiles", "exact, nearest rank"}};
    if (latency.slat) {
        json["slat"] = to_json(*latency.slat);
    }
    if (latency.clat) {
        json["clat"] = to_json(*latency.clat);
    }
    json["lat"] = to_json(latency.lat);
    return json;
}

Json to_json(const StageReport& stage) {
    return {{"name", stage.name},
            {"from", lookaside::name_of(stage.from)},
            {"to", lookaside::name_of(stage.to)},
            {"group", name_of(stage.group)},
            {"share_ratio", stage.share},
            {"duration", to_json(stage.duration)}};
}

Json to_json(const LittlesLaw& law) {
    return {{"mean_jobs", law.mean_jobs},
            {"rate_times_wait_jobs", law.rate_times_wait},
            {"deviation_ratio", law.deviation},
            {"tolerance_ratio", law.tolerance},
            {"holds", law.holds}};
}

Json to_json(const ResourceReport& resource) {
    Json json{{"name", resource.usage.name},
              {"description", resource.usage.description},
              {"servers_count", resource.usage.servers},
              {"busy_ps", resource.usage.busy.count()},
              {"spinning_ps", resource.usage.spinning.count()},
              {"served_count", resource.usage.served},
              {"utilisation_ratio", resource.utilisation},
              {"demand_ratio", resource.demand},
              {"mean_jobs", resource.mean_jobs},
              {"served_per_s", resource.served_per_s},
              {"mean_service_ps", resource.mean_service_ps}};
    if (resource.littles_law) {
        json["littles_law"] = to_json(*resource.littles_law);
    }
    return json;
}

Json to_json(const Statistic& statistic) {
    Json json{
        {"name", statistic.name}, {"unit", statistic.unit}, {"description", statistic.description}};
    std::visit([&](auto value) { json["value"] = value; }, statistic.value);
    return json;
}

Json to_json(const Limiter& limiter) {
    Json json{{"kind", name_of(limiter.kind)}, {"name", limiter.name},
              {"summary", limiter.summary},    {"detail", limiter.detail},
              {"busiest", limiter.busiest},    {"busiest_demand_ratio", limiter.busiest_demand}};
    if (limiter.kind != LimiterKind::latency) {
        return json;
    }
    Json groups = Json::array();
    for (const GroupShare& group : limiter.groups) {
        groups.push_back({{"name", name_of(group.group)},
                          {"mean_ps", group.mean_ps},
                          {"share_ratio", group.share}});
    }
    Json largest = Json::array();
    for (const HeldStage& stage : limiter.largest_stages) {
        largest.push_back({{"name", stage.name}, {"mean_ps", stage.mean_ps}});
    }
    json["slots_count"] = limiter.hold.slots;
    json["held_mean_ps"] = limiter.hold.mean_ps;
    json["occupancy_ratio"] = limiter.occupancy;
    json["groups"] = std::move(groups);
    json["largest_stages"] = std::move(largest);
    return json;
}

std::string_view name_of(BoundBasis basis) {
    switch (basis) {
        case BoundBasis::closed_form:
            return "closed_form";
        case BoundBasis::measured:
            return "measured";
        case BoundBasis::offered:
            return "offered";
    }
    return "";
}

Json to_json(const Bounds& bounds) {
    Json all = Json::array();
    for (const Bound& bound : bounds.all) {
        all.push_back({{"name", bound.name},
                       {"description", bound.description},
                       {"basis", name_of(bound.basis)},
                       {"packets_per_s", bound.packets_per_s},
                       {"payload_mbit_per_s", bound.mbit_per_s}});
    }
    return {{"tightest", bounds.all[bounds.tightest].name}, {"ceilings", std::move(all)}};
}

Json to_json(const Integrity& integrity) {
    return {{"checked_count", integrity.checked},
            {"mismatches_count", integrity.mismatches},
            {"first_mismatch", integrity.first_mismatch},
            {"without_result_count", integrity.without_result}};
}

Json to_json(const Check& check) {
    return {{"name", check.name}, {"passed", check.passed}, {"detail", check.detail}};
}

template <typename Item>
Json list(const std::vector<Item>& items) {
    Json json = Json::array();
    for (const Item& item : items) {
        json.push_back(to_json(item));
    }
    return json;
}

}  // namespace

nlohmann::ordered_json to_json(const RunResult& result) {
    Json json{{"schema_version", result_schema_version},
              {"program_version", result.program_version},
              {"scenario", to_json(result.scenario)},
              {"seed", result.seed},
              {"passed", result.passed()},
              {"window", to_json(result.window)},
              {"throughput", to_json(result.throughput)}};
    if (!result.link.empty()) {
        json["link"] = list(result.link);
    }
    if (result.latency) {
        json["latency"] = to_json(*result.latency);
    }
    if (!result.stages.empty()) {
        json["stages"] = list(result.stages);
    }
    json["limiter"] = to_json(result.limiter);
    if (result.bounds) {
        json["bounds"] = to_json(*result.bounds);
    }
    json["resources"] = list(result.resources);
    if (result.integrity) {
        json["integrity"] = to_json(*result.integrity);
    }
    json["checks"] = list(result.checks);
    if (!result.remarks.empty()) {
        json["remarks"] = result.remarks;
    }
    json["statistics"] = list(result.statistics);
    return json;
}

std::string json_text(const nlohmann::ordered_json& document) {
    constexpr int indent = 2;
    // A capture's file name may be any bytes; a result must be valid JSON all the same.
    return document.dump(indent, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace lookaside::reports
