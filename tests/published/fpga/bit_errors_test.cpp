// SPDX-License-Identifier: Apache-2.0
// A noisy link repeats what it broke: slower perhaps, never wrong.
#include "tests/cli/run/scenario_run.h"
#include "tests/support/catch.h"

using namespace lookaside::cli;
using Json = nlohmann::json;

namespace {

const Settings clean = {{"run.window", "20 ms"}, {"fidelity.engine", "timed"}};

Settings noisy() {
    Settings settings = clean;
    settings.push_back({"fabric.bit_error_rate", "1e-6"});
    return settings;
}

double both_ways(const Json& result, const std::string& name) {
    return statistic(result, "pcie.upstream." + name) +
           statistic(result, "pcie.downstream." + name);
}

}  // namespace

TEST_CASE("bit errors are answered by Naks and replays") {
    const Json result = run_scenario("fpga-ipsec-pc", noisy());
    CHECK(both_ways(result, "bad_tlps") > 0);
    CHECK(both_ways(result, "naks") > 0);
    CHECK(both_ways(result, "replays") > 0);
    const Json quiet = run_scenario("fpga-ipsec-pc", clean);
    CHECK(both_ways(quiet, "naks") == 0);
    CHECK(both_ways(quiet, "replays") == 0);
}

TEST_CASE("every packet that crossed a noisy link is right") {
    const Json result = run_scenario("fpga-ipsec-pc", noisy());
    CHECK(result.at("integrity").at("checked_count") >=
          result.at("throughput").at("completed_count"));
    CHECK(result.at("integrity").at("mismatches_count") == 0);
}

TEST_CASE("a noisy link is no faster than a clean one") {
    CHECK(mbit_per_s(run_scenario("fpga-ipsec-pc", noisy())) <=
          mbit_per_s(run_scenario("fpga-ipsec-pc", clean)));
}
