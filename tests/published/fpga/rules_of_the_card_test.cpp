// SPDX-License-Identifier: Apache-2.0
// What must hold between two runs of the card, whatever its prices are.
#include "tests/cli/run/scenario_run.h"
#include "tests/support/catch.h"

using namespace lookaside::cli;
using Json = nlohmann::json;

namespace {

Json run_card(Settings settings, const std::string& scenario = "fpga-ipsec-pc") {
    settings.insert(settings.begin(), {{"run.window", "10 ms"}, {"fidelity.engine", "timed"}});
    return run_scenario(scenario, settings);
}

/// The result without what names the engine.
Json without_engine(Json result) {
    result.at("scenario").erase("headline");
    for (Json& setting : result.at("scenario").at("configuration")) {
        if (setting.at("name") == "fidelity.engine") {
            setting = {};
        }
    }
    return result;
}

double interrupts_per_packet(const Json& result) {
    return statistic(result, "xdma.interrupts.messages") /
           result.at("throughput").at("completed_count").get<double>();
}

}  // namespace

TEST_CASE("throughput rises with the size of packets") {
    for (const auto& [scenario, lanes] :
         {std::pair{"fpga-ipsec-pc", "4"}, {"fpga-ipsec-pc", "1"}, {"fpga-ipsec-router", "1"}}) {
        double smaller = 0.0;
        for (const char* size : {"320 B", "1120 B", "1500 B"}) {
            const double now = mbit_per_s(
                run_card({{"fabric.lanes", lanes}, {"workload.request_size", size}}, scenario));
            CHECK(now > smaller);
            smaller = now;
        }
    }
}

TEST_CASE("four lanes are faster than one") {
    for (const char* variant : {"serial", "raw", "poll", "pipelined"}) {
        const double one =
            mbit_per_s(run_card({{"driver.variant", variant}, {"fabric.lanes", "1"}}));
        const double four =
            mbit_per_s(run_card({{"driver.variant", variant}, {"fabric.lanes", "4"}}));
        CHECK(four > one);
    }
}

TEST_CASE("polling beats the serial hand-shake, and pipelining beats both") {
    const double serial = mbit_per_s(run_card({}));
    const double poll = mbit_per_s(run_card({{"driver.variant", "poll"}}));
    const double pipelined = mbit_per_s(run_card({{"driver.variant", "pipelined"}}));
    CHECK(poll > serial);
    CHECK(pipelined > poll);
}

TEST_CASE("the serial driver takes three interrupts a packet, and pipelining fewer") {
    const Json serial = run_card({});
    // A packet cut by an edge of the window may have up to three of its interrupts beyond it.
    const double edge = 3.0 / serial.at("throughput").at("completed_count").get<double>();
    CHECK(interrupts_per_packet(serial) == Approx(3.0).margin(edge));
    CHECK(interrupts_per_packet(run_card({{"driver.variant", "pipelined"}})) < 3.0 - edge);
}

TEST_CASE("the serial driver has one packet in the hand-shake at most") {
    const DetailedRun run =
        run_with_requests("fpga-ipsec-pc", {{"run.window", "10 ms"}, {"fidelity.engine", "timed"}});
    REQUIRE(run.requests.size() > 100);
    for (std::size_t i = 1; i < run.requests.size(); ++i) {
        CHECK(run.requests[i].at("dispatched_ps") >= run.requests[i - 1].at("c2h_woken_ps"));
    }
}

TEST_CASE("RTL and its timed twin give the same report") {
    for (const char* variant : {"serial", "pipelined"}) {
        const Json rtl = run_card({{"driver.variant", variant}, {"fidelity.engine", "rtl"}});
        const Json timed = run_card({{"driver.variant", variant}});
        CHECK(without_engine(rtl) == without_engine(timed));
    }
}

TEST_CASE("the same seed gives the same bytes, and another one others") {
    const Workplace work;
    const std::string command = run_command("fpga-ipsec-pc", {{"run.window", "5 ms"},
                                                              {"driver.variant", "pipelined"},
                                                              {"workload.kind", "open-loop"},
                                                              {"workload.rate", "200 Mb/s"}});
    REQUIRE(work.run(command + "--requests-csv --out first").status == 0);
    REQUIRE(work.run(command + "--requests-csv --out second").status == 0);
    REQUIRE(work.run(command + "--requests-csv --out other --set run.seed=2").status == 0);
    for (const char* file : {"result.json", "requests.csv"}) {
        const auto bytes = [&](const char* folder) {
            return contents_of(work.folder() / "work" / folder / file);
        };
        REQUIRE_FALSE(bytes("first").empty());
        CHECK(bytes("first") == bytes("second"));
        CHECK(bytes("first") != bytes("other"));
    }
}
