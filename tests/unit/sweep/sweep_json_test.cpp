// SPDX-License-Identifier: Apache-2.0
// results.json: what readers rely on.
#include "reports/sweep_json.h"

#include "tests/support/catch.h"
#include "tests/unit/sweep/sample_sweep.h"

using namespace lookaside;

TEST_CASE("results.json has an object a point with its parameters, status, metrics and runs") {
    const auto json = reports::to_json(testing::sample_sweep());
    CHECK(json.at("parameters") == nlohmann::ordered_json{"fabric.lanes"});
    CHECK(json.at("passed") == false);
    const auto& good = json.at("points").at(0);
    CHECK(good.at("parameters").at("fabric.lanes") == "1");
    CHECK(good.at("status") == "ok");
    CHECK(good.at("metrics").at("lat_p99_us").at("mean") == 9.75);
    CHECK(good.at("runs").at(0).at("metrics").at("limiter") == "engine");
    const auto& crashed = json.at("points").at(1);
    CHECK(crashed.at("status") == "crashed");
    CHECK(crashed.at("metrics").empty());
    CHECK(crashed.at("runs").at(0).at("signal") == 11);
}

TEST_CASE("a run is read back as it was written, to the last bit") {
    reports::SweepRun run = testing::measured_run(1.0 / 3.0);
    run.status = reports::RunStatus::check_failed;
    run.exit_status = 1;
    run.error = "a check";
    const auto text = reports::to_json(run).dump();
    const reports::SweepRun back = reports::sweep_run_from(nlohmann::json::parse(text));
    CHECK(back.metrics->throughput_mbit_per_s == 1.0 / 3.0);
    CHECK(reports::to_json(back).dump() == text);
}

TEST_CASE("a run with a status that does not exist cannot be read") {
    const nlohmann::json json{{"status", "fine"}, {"exit_status", 0}};
    CHECK_THROWS_WITH(reports::sweep_run_from(json), Catch::Matchers::Contains("fine"));
}
