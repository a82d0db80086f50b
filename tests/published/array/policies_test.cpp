// SPDX-License-Identifier: Apache-2.0
// The engine array runs under every policy, and every answer comes back right.
#include "tests/cli/run/scenario_run.h"
#include "tests/support/catch.h"

using namespace lookaside::cli;
using Json = nlohmann::json;

namespace {

/// A short run that fails unless all checks of its report pass.
Json run_array(Settings settings) {
    settings.insert(settings.begin(), {{"run.warmup", "10 ms"}, {"run.window", "30 ms"}});
    Json result = run_scenario("engine-array", settings);
    const Json& integrity = result.at("integrity");
    CHECK(integrity.at("checked_count").get<std::uint64_t>() +
              integrity.at("without_result_count").get<std::uint64_t>() >=
          result.at("throughput").at("completed_count").get<std::uint64_t>());
    CHECK(integrity.at("mismatches_count") == 0);
    return result;
}

double mb_per_s(const Json& result) {
    return result.at("throughput").at("payload_mbyte_per_s").get<double>();
}

}  // namespace

TEST_CASE("every policy of the array returns every digest right") {
    for (const char* dispatch : {"any-idle", "round-robin", "random"}) {
        for (const char* schedule : {"overlap", "lock-step"}) {
            for (const char* use : {"independent", "ganged"}) {
                run_array({{"array.dispatch", dispatch},
                           {"array.schedule", schedule},
                           {"array.engine_use", use}});
            }
        }
    }
}

TEST_CASE("every operation of the array returns the right bytes") {
    for (const char* operation : {"hash", "encrypt", "decrypt", "read"}) {
        run_array({{"workload.operation", operation}});
    }
}

TEST_CASE("reads find what writes in between have left") {
    const Json result = run_array({{"workload.read_percent", "50"}});
    const auto checked = result.at("integrity").at("checked_count").get<double>();
    const auto written = result.at("integrity").at("without_result_count").get<double>();
    CHECK(checked > 1000);
    CHECK(checked / (checked + written) > 0.45);
    CHECK(checked / (checked + written) < 0.55);
}

TEST_CASE("a job that sleeps for a batch is woken less often") {
    // The job has cpu1 for itself.
    const auto wake_ups = [](const char* batch) {
        const Json result =
            run_array({{"host.submit_cpu", "1"}, {"workload.complete_batch", batch}});
        double activations = -1.0;
        for (const Json& resource : result.at("resources")) {
            if (resource.at("name") == "cpu1") {
                activations = resource.at("served_per_s").get<double>();
            }
        }
        REQUIRE(activations > 0.0);
        return activations;
    };
    CHECK(wake_ups("32") < 0.1 * wake_ups("1"));
}

TEST_CASE("a mix of priorities loses nothing") {
    run_array({{"workload.priorities", "1:2:0:3"}, {"workload.read_percent", "70"}});
}

TEST_CASE("a manager that asks which engine is idle beats one that does not") {
    CHECK(mb_per_s(run_array({{"array.dispatch", "any-idle"}})) >
          mb_per_s(run_array({{"array.dispatch", "random"}})));
}

TEST_CASE("devices that are mute or hang are named, and nothing is lost") {
    const Json result = run_array({{"array.mute_devices", "0:3"},
                                   {"array.hanging_devices", "5:1"},
                                   {"array.task_timeout", "5 ms"}});
    REQUIRE(result.at("remarks").size() == 2);
    CHECK(result.at("remarks")[0].get<std::string>().find("channel 0 device 3") !=
          std::string::npos);
    CHECK(result.at("remarks")[1].get<std::string>().find("channel 5 device 1") !=
          std::string::npos);
}

TEST_CASE("Verilated engines and their timed twins give the array the same times") {
    const Json rtl = run_array({{"fidelity.engine", "rtl"}, {"array.service", "core"}});
    const Json timed = run_array({{"fidelity.engine", "timed"}, {"array.service", "core"}});
    CHECK(rtl.at("latency") == timed.at("latency"));
}
