// SPDX-License-Identifier: Apache-2.0
#include "reports/json_writer.h"

#include <algorithm>
#include <array>

#include "reports/run_info.h"
#include "tests/support/catch.h"
#include "tests/unit/reports/sample_run.h"

using namespace lookaside;
using namespace lookaside::reports;

namespace {

using Json = nlohmann::ordered_json;

RunResult sample_result() {
    const RequestLog log = sample_log(3'600, 2_ms);
    return summarise(sample_facts(log));
}

bool names_a_unit(const std::string& key) {
    static constexpr std::array<std::string_view, 12> units{
        "_ps",   "_s",    "_count",   "_bytes", "_ratio",      "_jobs",
        "per_s", "_jobs", "_version", "seed",   "_mbit_per_s", "_mbyte_per_s"};
    return std::any_of(units.begin(), units.end(),
                       [&](std::string_view unit) { return key.ends_with(unit); });
}

/// Every number's key names its unit; a statistic's value has its unit beside it.
void check_units(const Json& json) {
    for (const auto& [key, value] : json.items()) {
        if (value.is_structured()) {
            check_units(value);
        } else if (value.is_number() && !(key == "value" && json.contains("unit"))) {
            INFO(key);
            CHECK(names_a_unit(key));
        }
    }
}

}  // namespace

TEST_CASE("every number in result.json has its unit in its name") {
    check_units(Json::parse(json_text(to_json(sample_result()))));
}

TEST_CASE("result.json survives being read and written again") {
    const std::string text = json_text(to_json(sample_result()));
    CHECK(json_text(Json::parse(text)) == text);
    CHECK(text.back() == '\n');
}

TEST_CASE("picoseconds, bytes and counts are exact integers in result.json") {
    const RunResult result = sample_result();
    const Json json = Json::parse(json_text(to_json(result)));
    CHECK(json["window"]["opened_ps"] == 2'000'000'000);
    CHECK(json["latency"]["lat"]["sum_ps"] == result.latency->lat.sum.count());
    CHECK(json["latency"]["lat"]["p99_9_ps"] == result.latency->lat.at({9990}).count());
    CHECK(json["latency"]["lat"]["sum_ps"].is_number_integer());
    CHECK(json["throughput"]["payload_bytes"] == 3'600 * 1'500);
}

TEST_CASE("the stages in result.json add up to its latency") {
    const Json json = to_json(sample_result());
    std::int64_t sum = 0;
    for (const Json& stage : json["stages"]) {
        sum += stage["duration"]["sum_ps"].get<std::int64_t>();
    }
    CHECK(sum == json["latency"]["lat"]["sum_ps"]);
}

TEST_CASE("the same run gives the same bytes") {
    CHECK(json_text(to_json(sample_result())) == json_text(to_json(sample_result())));
}

TEST_CASE("result.json leads with its schema and names what limits the run") {
    const Json json = to_json(sample_result());
    CHECK(json.begin().key() == "schema_version");
    CHECK(json["limiter"]["kind"] == "latency");
    CHECK(json["bounds"]["tightest"] == "driver slots");
    CHECK(json["passed"] == true);
}

TEST_CASE("what a run lacks is left out of result.json") {
    RunFacts facts;
    facts.window = {0_ps, 1_ms};
    const Json json = to_json(summarise(facts));
    for (const char* key : {"latency", "stages", "bounds", "integrity", "link"}) {
        INFO(key);
        CHECK_FALSE(json.contains(key));
    }
}

TEST_CASE("a name that is not UTF-8 still gives valid JSON") {
    RunResult result = sample_result();
    result.scenario.title = "capture \xFF.pcap";
    CHECK_NOTHROW(Json::parse(json_text(to_json(result))));
}

TEST_CASE("where and when a run was made stands in run.json only") {
    const RunInfo info = RunStopwatch().finish("0.1.0", 1'000);
    const Json run = to_json(info);
    CHECK(run["host_name"] == info.host_name);
    CHECK(info.started_utc.size() == std::string("2021-06-01T12:00:00Z").size());
    CHECK(info.wall_time_s >= 0.0);
    const std::string text = json_text(to_json(sample_result()));
    for (const char* key : {"host_name", "started_utc", "wall_time", "cpu_time", "build_type"}) {
        INFO(key);
        CHECK(text.find(key) == std::string::npos);
    }
}
