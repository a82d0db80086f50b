// SPDX-License-Identifier: Apache-2.0
// Everything a scenario can be set to runs, and every packet comes back right.
#include <cmath>

#include "tests/cli/run/scenario_run.h"
#include "tests/support/catch.h"

using namespace lookaside::cli;
using Json = nlohmann::json;

namespace {

/// Runs the card with the timed engine for 5 ms and sees that each result was compared.
Json run_card(Settings settings, const std::string& scenario = "fpga-ipsec-pc") {
    settings.insert(settings.begin(), {{"run.window", "5 ms"}, {"fidelity.engine", "timed"}});
    Json result = run_scenario(scenario, settings);
    const Json& integrity = result.at("integrity");
    CHECK(result.at("throughput").at("completed_count") > 20);
    CHECK(integrity.at("checked_count") >= result.at("throughput").at("completed_count"));
    CHECK(integrity.at("mismatches_count") == 0);
    return result;
}

}  // namespace

TEST_CASE("the published systems run with the core's RTL") {
    run_card({{"fidelity.engine", "rtl"}}, "fpga-ipsec-pc");
    run_card({{"fidelity.engine", "rtl"}, {"fabric.lanes", "1"}}, "fpga-ipsec-pc");
    run_card({{"fidelity.engine", "rtl"}}, "fpga-ipsec-router");
}

TEST_CASE("every driver variant returns every packet right") {
    for (const char* variant : {"serial", "raw", "poll", "pipelined"}) {
        run_card({{"driver.variant", variant}});
    }
}

TEST_CASE("raw transfers of either direction run") {
    for (const char* direction : {"h2c", "c2h"}) {
        run_scenario("fpga-ipsec-pc", {{"run.window", "5 ms"},
                                       {"driver.variant", "raw"},
                                       {"driver.raw_direction", direction},
                                       {"driver.raw_block", "4 KiB"}});
    }
}

TEST_CASE("every variant decrypts with both key sizes and both cores") {
    for (const char* variant : {"serial", "poll", "pipelined"}) {
        for (const char* design : {"iterative", "pipelined"}) {
            run_card({{"driver.variant", variant},
                      {"device.engine_design", design},
                      {"fidelity.engine", "rtl"},
                      {"workload.direction", "decrypt"},
                      {"workload.key_size", "256"}});
        }
    }
}

TEST_CASE("a closed loop, constant and Poisson arrivals run") {
    run_card({{"workload.kind", "closed-loop"}});
    run_card({{"workload.kind", "open-loop"},
              {"workload.rate", "200 Mb/s"},
              {"workload.arrival", "constant"}});
    run_card({{"workload.kind", "open-loop"},
              {"workload.rate", "200 Mb/s"},
              {"workload.arrival", "poisson"}});
}

TEST_CASE("constant arrivals below the card's limit are served at the rate they come") {
    const Json result = run_card({{"workload.kind", "open-loop"},
                                  {"workload.rate", "10 kpps"},
                                  {"workload.arrival", "constant"}});
    CHECK(result.at("throughput").at("packets_per_s").get<double>() ==
          Approx(10'000).margin(1 / 5e-3));
}

TEST_CASE("a mix of sizes is served in the proportions asked for") {
    const DetailedRun run =
        run_with_requests("fpga-ipsec-pc", {{"run.window", "20 ms"},
                                            {"fidelity.engine", "timed"},
                                            {"driver.variant", "pipelined"},
                                            {"workload.request_size", "40:7,576:4,1500:1"}});
    std::map<long long, double> share;
    const auto count = static_cast<double>(run.requests.size());
    for (const RequestRow& request : run.requests) {
        share[request.at("payload_bytes")] += 1.0 / count;
    }
    CHECK(share.size() == 3);
    // Three standard deviations of a share of p among n draws.
    for (const auto& [bytes, wanted] : {std::pair{40, 7.0}, {576, 4.0}, {1500, 1.0}}) {
        const double p = wanted / 12;
        CHECK(share[bytes] == Approx(p).margin(3 * std::sqrt(p * (1 - p) / count)));
    }
}

TEST_CASE("a bare link runs at every generation and width") {
    for (const char* generation : {"1", "2", "3", "4", "5"}) {
        double narrower = 0.0;
        for (const char* lanes : {"1", "2", "4", "8", "16"}) {
            const Json result = run_scenario("pcie-link", {{"run.window", "50 us"},
                                                           {"fabric.generation", generation},
                                                           {"fabric.lanes", lanes}});
            CHECK(mbit_per_s(result) > 1.8 * narrower);
            narrower = mbit_per_s(result);
        }
    }
}

TEST_CASE("a bare link reads and does both at once") {
    for (const char* kind : {"link-read", "link-both"}) {
        for (const char* lanes : {"1", "16"}) {
            const Json result =
                run_scenario("pcie-link", {{"workload.kind", kind}, {"fabric.lanes", lanes}});
            CHECK(result.at("latency").at("lat").at("samples_count") > 0);
            CHECK(result.at("link").size() == (kind == std::string("link-both") ? 2 : 1));
        }
    }
}
