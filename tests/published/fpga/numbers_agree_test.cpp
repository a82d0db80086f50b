// SPDX-License-Identifier: Apache-2.0
// The numbers of one report agree with each other, and with what was written for each request.
#include <algorithm>

#include "tests/cli/run/scenario_run.h"
#include "tests/support/catch.h"

using namespace lookaside::cli;
using Json = nlohmann::json;

namespace {

DetailedRun run_card(Settings settings) {
    settings.insert(settings.begin(), {{"run.window", "10 ms"}, {"fidelity.engine", "timed"}});
    return run_with_requests("fpga-ipsec-pc", settings);
}

const Settings variants[] = {
    {{"driver.variant", "serial"}},
    {{"driver.variant", "poll"}},
    {{"driver.variant", "raw"}},
    {{"driver.variant", "pipelined"}},
};

/// The columns of the moments in a request's life, in their order.
std::vector<std::string> moments(const DetailedRun& run) {
    return {run.columns.begin() + 3, run.columns.end()};
}

long long latency(const RequestRow& request) {
    return request.at("callback_ps") - request.at("submitted_ps");
}

}  // namespace

TEST_CASE("throughput is packets completed, their bytes and the window") {
    for (const Settings& settings : variants) {
        const Json result = run_card(settings).result;
        const Json& throughput = result.at("throughput");
        const double seconds = result.at("window").at("duration_ps").get<double>() * 1e-12;
        const double completed = throughput.at("completed_count").get<double>();
        CHECK(throughput.at("payload_bytes") == 1500 * throughput.at("completed_count").get<int>());
        CHECK(mbit_per_s(result) == Approx(completed * 1500 * 8 / seconds / 1e6).epsilon(1e-9));
        CHECK(throughput.at("packets_per_s").get<double>() ==
              Approx(completed / seconds).epsilon(1e-9));
        CHECK(throughput.at("operations_per_s") == throughput.at("packets_per_s"));
    }
}

TEST_CASE("the moments of every request are in order, and inside the window at its end") {
    for (const Settings& settings : variants) {
        const DetailedRun run = run_card(settings);
        const Json& window = run.result.at("window");
        for (const RequestRow& request : run.requests) {
            long long before = request.at("submitted_ps");
            for (const std::string& moment : moments(run)) {
                if (request.contains(moment)) {
                    REQUIRE(request.at(moment) >= before);
                    before = request.at(moment);
                }
            }
            REQUIRE(request.at("callback_ps") >= window.at("opened_ps").get<long long>());
            REQUIRE(request.at("callback_ps") <= window.at("closed_ps").get<long long>());
        }
    }
}

TEST_CASE("the stages of a report add up to its latency, to the picosecond") {
    for (const Settings& settings : variants) {
        const DetailedRun run = run_card(settings);
        const Json& reported = run.result.at("latency");
        long long stages = 0;
        for (const Json& stage : run.result.at("stages")) {
            stages += stage.at("duration").at("sum_ps").get<long long>();
        }
        long long requests = 0;
        for (const RequestRow& request : run.requests) {
            requests += latency(request);
        }
        CHECK(stages == reported.at("lat").at("sum_ps").get<long long>());
        CHECK(requests == stages);
        CHECK(reported.at("slat").at("sum_ps").get<long long>() +
                  reported.at("clat").at("sum_ps").get<long long>() ==
              stages);
    }
}

TEST_CASE("a stage of the report is the time between its moments, summed over the requests") {
    for (const Settings& settings : variants) {
        const DetailedRun run = run_card(settings);
        std::map<std::pair<std::string, std::string>, long long> sums;
        for (const RequestRow& request : run.requests) {
            std::string from = "submitted_ps";
            for (const std::string& moment : moments(run)) {
                if (moment != from && request.contains(moment)) {
                    sums[{from, moment}] += request.at(moment) - request.at(from);
                    from = moment;
                }
            }
        }
        const Json& stages = run.result.at("stages");
        CHECK(stages.size() == sums.size());
        for (const Json& stage : stages) {
            const std::pair span{stage.at("from").get<std::string>() + "_ps",
                                 stage.at("to").get<std::string>() + "_ps"};
            INFO(stage.at("name"));
            REQUIRE(sums.contains(span));
            CHECK(stage.at("duration").at("sum_ps") == sums.at(span));
        }
    }
}

TEST_CASE("every request of the window is counted, and none twice") {
    for (const Settings& settings : variants) {
        const DetailedRun run = run_card(settings);
        CHECK(run.result.at("throughput").at("completed_count") == run.requests.size());
        CHECK(run.result.at("latency").at("lat").at("samples_count") == run.requests.size());
    }
}

TEST_CASE("extremes and median of the latency are those of the requests") {
    const DetailedRun run =
        run_card({{"workload.kind", "open-loop"}, {"workload.rate", "10 kpps"}});
    std::vector<long long> sorted;
    for (const RequestRow& request : run.requests) {
        sorted.push_back(latency(request));
    }
    std::ranges::sort(sorted);
    const Json& lat = run.result.at("latency").at("lat");
    CHECK(lat.at("min_ps") == sorted.front());
    CHECK(lat.at("max_ps") == sorted.back());
    CHECK(lat.at("p50_ps") == sorted[(sorted.size() + 1) / 2 - 1]);  // nearest rank
}

TEST_CASE("no resource is used beyond its time, and no ceiling is broken") {
    for (const Settings& settings : variants) {
        const Json result = run_card(settings).result;
        const Json& throughput = result.at("throughput");
        for (const Json& resource : result.at("resources")) {
            CHECK(resource.at("utilisation_ratio") <= 1.0);
        }
        // Packets that were on their way when the window opened are paid for in part before it.
        const double seconds = result.at("window").at("duration_ps").get<double>() * 1e-12;
        constexpr double card_slots = 8;
        for (const Json& bound : result.at("bounds").at("ceilings")) {
            INFO(bound.at("name"));
            const bool whole_latency = bound.at("name") == "requests in flight";
            const double on_their_way = whole_latency ? 101 : card_slots;
            CHECK(throughput.at("completed_count").get<double>() <=
                  bound.at("packets_per_s").get<double>() * seconds + on_their_way);
        }
    }
}

TEST_CASE("a closed loop holds as many requests as asked for") {
    for (const int depth : {1, 4, 16}) {
        const Json result = run_card({{"workload.kind", "closed-loop"},
                                      {"workload.queue_depth", std::to_string(depth)},
                                      {"driver.variant", "pipelined"}})
                                .result;
        const Json& throughput = result.at("throughput");
        const double rate = throughput.at("packets_per_s").get<double>();
        const double wait = result.at("latency").at("lat").at("mean_ps").get<double>() * 1e-12;
        // Up to `depth` requests are cut by each edge of the window, and a loop resubmits in its
        // callback's time, in which the request is in nobody's hands.
        const double edges = 2.0 * depth / throughput.at("completed_count").get<double>();
        CHECK(rate * wait <= depth * (1 + edges));
        CHECK(rate * wait >= depth * (1 - edges) - 1);
    }
}

TEST_CASE("the books of every core close to the last job") {
    const Json result =
        run_card({{"driver.variant", "pipelined"}, {"workload.key_size", "256"}}).result;
    int cores = 0;
    for (const Json& resource : result.at("resources")) {
        if (resource.at("name").get<std::string>().starts_with("cpu") &&
            resource.contains("littles_law")) {
            ++cores;
            CHECK(resource.at("littles_law").at("deviation_ratio") < 1e-9);
        }
    }
    CHECK(cores == 2);
}
