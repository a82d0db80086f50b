// SPDX-License-Identifier: Apache-2.0
#include "reports/limiter.h"

#include "tests/support/catch.h"
#include "tests/unit/reports/sample_run.h"

using namespace lookaside;
using namespace lookaside::reports;

namespace {

ResourceReport resource(const std::string& name, double demand, double spinning = 0.0) {
    ResourceUsage usage;
    usage.name = name;
    usage.description = "a resource";
    usage.busy = Picoseconds{static_cast<std::int64_t>((demand + spinning) * 1e9)};
    usage.spinning = Picoseconds{static_cast<std::int64_t>(spinning * 1e9)};
    return make_resource_report(usage, 1_ms);
}

/// 100 requests that wait 30 us, then take 10 us in the engine and 5 us to wake the worker.
std::vector<StageReport> stages() {
    RequestLog log;
    log.open(0_ps);
    for (int i = 0; i < 100; ++i) {
        Timeline timeline;
        timeline.stamp(Moment::submitted, 0_us);
        timeline.stamp(Moment::queued, 1_us);
        timeline.stamp(Moment::dispatched, 31_us);
        timeline.stamp(Moment::engine_start, 33_us);
        timeline.stamp(Moment::engine_end, 43_us);
        timeline.stamp(Moment::completed, 48_us);
        timeline.stamp(Moment::callback, 50_us);
        log.add(timeline, 1_us, 64);
    }
    return log.stages();
}

Limiter limiter(const std::vector<ResourceReport>& resources, const Load& load, double rate) {
    return find_limiter(resources, holds_of(load, stages(), 100), load, rate);
}

}  // namespace

TEST_CASE("a resource in demand nearly all the time limits the run") {
    Load load;
    load.driver_slots = 1;
    const Limiter found = limiter({resource("cpu0", 0.5), resource("engine0", 0.97)}, load, 1e4);
    CHECK(found.kind == LimiterKind::resource);
    CHECK(found.name == "engine0");
    CHECK(found.summary == "engine0 (a resource): in demand 97 % of the time");
    CHECK(found.detail == "Next comes cpu0 (a resource) with 50 %.");
}

TEST_CASE("a core that only polls does not limit the run") {
    Load load;
    load.driver_slots = 1;
    const Limiter found = limiter({resource("cpu0", 0.2, 0.8)}, load, 1e4);
    CHECK(found.kind == LimiterKind::latency);
    CHECK(found.busiest_demand == Approx(0.2));
}

TEST_CASE("an open loop that is served is limited by what it offers") {
    Load load;
    load.offered_packets_per_s = 10'000;
    CHECK(limiter({resource("cpu0", 0.2)}, load, 9'950).kind == LimiterKind::offered_load);
    CHECK(limiter({resource("cpu0", 0.2)}, load, 5'000).kind == LimiterKind::unknown);
}

TEST_CASE("a serial driver is limited by what it holds a request for, queue waiting left out") {
    Load load;
    load.in_flight = 32;
    load.driver_slots = 1;
    const Limiter found = limiter({resource("cpu0", 0.6)}, load, 58'000);
    CHECK(found.kind == LimiterKind::latency);
    CHECK(found.name == "driver slots");
    CHECK(found.hold.mean_ps == Approx(17e6));
    CHECK(found.summary ==
          "latency: the driver handles 1 request at a time, 17.00 us each; no resource is "
          "saturated (busiest: cpu0, 60 %)");
    CHECK(found.detail ==
          "Of these 17.00 us: crypto engine 59 % (10.00 us), interrupts and wake-ups 29 % (5.00 "
          "us), driver code and MMIO 12 % (2.00 us). Largest stages: engine (10.00 us), "
          "engine_end -> completed (5.00 us), dispatched -> engine_start (2.00 us).");
}

TEST_CASE("a workload with fewer requests in flight than the driver takes is itself the limit") {
    Load load;
    load.in_flight = 2;
    load.driver_slots = 8;
    const Limiter found = limiter({resource("cpu0", 0.6)}, load, 40'000);
    CHECK(found.name == "requests in flight");
    CHECK(found.hold.mean_ps == Approx(50e6));
    CHECK(found.occupancy == Approx(1.0));
}

TEST_CASE("a latency bound that does not explain the throughput says so") {
    Load load;
    load.in_flight = 32;
    load.driver_slots = 1;
    const Limiter found = limiter({resource("cpu0", 0.6)}, load, 29'412);
    CHECK(found.occupancy == Approx(0.5).epsilon(1e-4));
    CHECK(found.detail.ends_with(
        "Only 50 % of the driver slots are taken on average: what leaves them empty limits too."));
}

TEST_CASE("every stage of a request belongs to a named group") {
    for (const StageReport& stage : sample_log(1, 0_ps).stages()) {
        CHECK_FALSE(name_of(stage.group).empty());
    }
    CHECK(group_of(Moment::engine_start, Moment::engine_end) == StageGroup::crypto_engine);
    CHECK(group_of(Moment::queued, Moment::dispatched) == StageGroup::queueing);
    CHECK(group_of(Moment::h2c_first_data, Moment::h2c_last_data) == StageGroup::pcie_transfer);
    CHECK(group_of(Moment::user_interrupt, Moment::engine_woken) == StageGroup::interrupt_wakeup);
    CHECK(group_of(Moment::h2c_requested, Moment::h2c_doorbell) == StageGroup::driver_code);
}
