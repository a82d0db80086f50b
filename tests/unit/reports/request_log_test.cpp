// SPDX-License-Identifier: Apache-2.0
#include "reports/request_log.h"

#include "reports/checks.h"
#include "tests/support/catch.h"
#include "tests/unit/reports/sample_run.h"

using namespace lookaside;
using namespace lookaside::reports;

namespace {

Timeline request(SimTime submitted, SimTime callback) {
    Timeline timeline;
    timeline.stamp(Moment::submitted, submitted);
    timeline.stamp(Moment::callback, callback);
    return timeline;
}

RequestLog open_log() {
    RequestLog log;
    log.open(0_ps);
    return log;
}

}  // namespace

TEST_CASE("only requests called back while the window is open count") {
    RequestLog log;
    log.add(request(1_ns, 2_ns), 1_ns, 100);
    log.open(10_ns);
    log.add(request(3_ns, 11_ns), 4_ns, 200);
    log.close(20_ns);
    log.add(request(12_ns, 21_ns), 13_ns, 400);
    CHECK(log.completed() == 1);
    CHECK(log.payload() == 200);
    CHECK(log.latency().lat.max == 8_ns);
}

TEST_CASE("opening a window forgets the one before") {
    RequestLog log = open_log();
    log.add(request(1_ns, 2_ns), 1_ns, 100);
    log.open(10_ns);
    CHECK(log.completed() == 0);
    CHECK(log.sizes().empty());
    CHECK(log.stages().empty());
    CHECK(log.latency().lat.count == 0);
}

TEST_CASE("submission latency ends when submit returns, completion latency at the callback") {
    RequestLog log = open_log();
    log.add(request(100_ps, 1000_ps), 350_ps, 64);
    const LatencyReport latency = log.latency();
    CHECK(latency.slat->max == 250_ps);
    CHECK(latency.clat->max == 650_ps);
    CHECK(latency.lat.max == 900_ps);
}

TEST_CASE("a callback before submit returns makes all of the latency submission latency") {
    RequestLog log = open_log();
    log.add(request(100_ps, 1000_ps), 1200_ps, 64);
    const LatencyReport latency = log.latency();
    CHECK(latency.slat->max == 900_ps);
    CHECK(latency.clat->max == 0_ps);
    CHECK(latency.lat.max == 900_ps);
}

TEST_CASE("submission and completion latency add up to the latency to the picosecond") {
    const LatencyReport latency = sample_log(1'000, 0_ps).latency();
    CHECK(latency.slat->sum + latency.clat->sum == latency.lat.sum);
}

TEST_CASE("the stages of all requests add up to their latency to the picosecond") {
    const RequestLog log = sample_log(1'000, 0_ps);
    Picoseconds sum{0};
    double share = 0.0;
    for (const StageReport& stage : log.stages()) {
        sum += stage.duration.sum;
        share += stage.share;
    }
    CHECK(sum == log.latency().lat.sum);
    CHECK(share == Approx(1.0).epsilon(1e-12));
    CHECK(check_stage_sums(log).passed);
}

TEST_CASE("stages are reported in the order of a request's life") {
    const auto stages = sample_log(10, 0_ps).stages();
    REQUIRE(stages.size() == card_moments.size() - 1);
    for (std::size_t i = 0; i < stages.size(); ++i) {
        CHECK(stages[i].from == card_moments[i]);
        CHECK(stages[i].to == card_moments[i + 1]);
    }
}

TEST_CASE("a stage that spans moments that are not stamped is named by both its ends") {
    RequestLog log = open_log();
    Timeline timeline = request(0_ns, 10_ns);
    timeline.stamp(Moment::engine_start, 4_ns);
    timeline.stamp(Moment::engine_end, 7_ns);
    log.add(timeline, 1_ns, 64);
    const auto stages = log.stages();
    REQUIRE(stages.size() == 3);
    CHECK(stages[0].name == "submitted -> engine_start");
    CHECK(stages[1].name == "engine");
    CHECK(stages[2].name == "engine_end -> callback");
}

TEST_CASE("a request whose moments run backwards fails the stage check by name") {
    RequestLog log = open_log();
    log.add(request(0_ns, 10_ns), 1_ns, 64);
    Timeline timeline = request(20_ns, 30_ns);
    timeline.stamp(Moment::engine_start, 25_ns);
    timeline.stamp(Moment::engine_end, 24_ns);
    log.add(timeline, 21_ns, 1500);
    const Check check = check_stage_sums(log);
    CHECK_FALSE(check.passed);
    CHECK(check.detail ==
          "1 of 2 requests, first request 2 of the window (1500 B, submitted at 20000 ps): its "
          "stage 'engine' lasts -1000 ps");
}

TEST_CASE("a request without a stamped submission or callback fails the stage check by name") {
    RequestLog log = open_log();
    Timeline timeline;
    timeline.stamp(Moment::callback, 10_ns);
    log.add(timeline, 1_ns, 64);
    const Check check = check_stage_sums(log);
    CHECK_FALSE(check.passed);
    CHECK(check.detail.find("'submitted' is not stamped") != std::string::npos);
}

TEST_CASE("the log counts the packets of each size") {
    RequestLog log = open_log();
    log.add(request(0_ns, 1_ns), 0_ns, 64);
    log.add(request(0_ns, 2_ns), 0_ns, 1500);
    log.add(request(0_ns, 3_ns), 0_ns, 64);
    CHECK(log.sizes() == SizeCounts{{64, 2}, {1500, 1}});
}
