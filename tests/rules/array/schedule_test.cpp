// SPDX-License-Identifier: Apache-2.0
// Rules of a channel's bus: how loads, computing and unloads overlap, to the bus clock.
#include <algorithm>

#include "models/base/clock_domain.h"
#include "tests/rules/array/bench.h"
#include "tests/support/catch.h"

using namespace lookaside;
using namespace lookaside::test;

namespace {

constexpr Picoseconds bus_clock = 5_ns;  // HS200
constexpr Picoseconds service = 100_us;

// Clocks with the standard's least values: frames of 48, N_CR 2, N_RC 8, N_WR 2, N_CRC 2, N_AC 2, a
// CRC status of 5 and blocks of 530 on eight lines (start bit, 512, CRC16, end bit).
constexpr Cycles short_command = 48 + 2 + 48;
constexpr Cycles recovery = 8;
constexpr Cycles load = short_command + recovery + short_command + 8 * (2 + 530 + 2 + 5) + recovery;
constexpr Cycles unload = 48 + 2 + 530 + recovery;

Picoseconds clocks(Cycles count) {
    return bus_clock * static_cast<std::int64_t>(count);
}

/// One device with four engines, that take 100 us for a task of 4 KB.
array::ArrayParameters one_device(array::Schedule schedule) {
    array::ArrayParameters parameters;
    parameters.channels = 1;
    parameters.devices = 1;
    parameters.engines = 4;
    parameters.depth = 32;
    parameters.schedule = schedule;
    parameters.service_time = service;
    return parameters;
}

/// Selects the device and lets the manager learn how long a task takes.
void warm_up(ArrayBench& bench) {
    bench.start();
    bench.submit({bench.hash(40)});
    REQUIRE(bench.wait_for(1).size() == 1);
    bench.run_for(1_ms);
}

}  // namespace

TEST_CASE("loads of one device follow each other by CMD23 and CMD25 alone") {
    ArrayBench bench(one_device(array::Schedule::lock_step));
    warm_up(bench);
    bench.submit(bench.hashes(0, 4));
    REQUIRE(bench.wait_for(4).size() == 4);
    // The first may wait for payload; from then on the bus is the limit.
    for (unsigned tag = 1; tag < 3; ++tag) {
        CHECK(bench.timeline(tag + 1).at(Moment::load_start) -
                  bench.timeline(tag).at(Moment::load_start) ==
              clocks(load));
    }
    CHECK(load == 4524);
}

TEST_CASE("an engine starts when its last block has come, and takes its time") {
    ArrayBench bench(one_device(array::Schedule::overlap));
    warm_up(bench);
    bench.submit({bench.hash(0)});
    REQUIRE(bench.wait_for(1).size() == 1);
    const Timeline& timeline = bench.timeline(0);
    const SimTime first_edge = ClockDomain(200_MHz).next_edge(timeline.at(Moment::load_start));
    CHECK(timeline.at(Moment::load_end) - first_edge == clocks(load - recovery));
    CHECK(timeline.at(Moment::engine_start) == timeline.at(Moment::load_end));
    CHECK(timeline.at(Moment::engine_end) - timeline.at(Moment::engine_start) == service);
}

TEST_CASE("service time follows the task's length") {
    ArrayBench bench(one_device(array::Schedule::overlap));
    bench.start();
    bench.submit({bench.hash(0, 0, 1024)});
    REQUIRE(bench.wait_for(1).size() == 1);
    CHECK(bench.timeline(0).at(Moment::engine_end) - bench.timeline(0).at(Moment::engine_start) ==
          service / 4);
}

TEST_CASE("without an opaque time, an engine takes the core's cycles of its own clock") {
    array::ArrayParameters parameters = one_device(array::Schedule::overlap);
    parameters.service_time.reset();
    parameters.engine_clock = 300_MHz;  // 3333 ps
    ArrayBench bench(parameters);
    bench.start();
    bench.submit({bench.hash(0)});
    REQUIRE(bench.wait_for(1).size() == 1);
    const SimTime start = bench.timeline(0).at(Moment::engine_start);
    CHECK(start % 3333_ps == 0_ps);
    CHECK(start - bench.timeline(0).at(Moment::load_end) < 3333_ps);
    CHECK(bench.timeline(0).at(Moment::engine_end) - start ==
          3333_ps * static_cast<std::int64_t>(ArrayBench::default_cycles));
}

TEST_CASE("a known kind of task is polled for at its end and fetched at once") {
    ArrayBench bench(one_device(array::Schedule::overlap));
    warm_up(bench);
    bench.submit({bench.hash(0)});
    REQUIRE(bench.wait_for(1).size() == 1);
    // One CMD13, whose response tells.
    CHECK(bench.timeline(0).at(Moment::unload_start) - bench.timeline(0).at(Moment::engine_end) ==
          clocks(short_command));
    // CMD17 and one block, N_RC after the poll.
    CHECK(bench.timeline(0).at(Moment::unload_end) - bench.timeline(0).at(Moment::unload_start) ==
          clocks(unload));
}

TEST_CASE("with a fixed interval, polls are that far apart") {
    array::ArrayParameters parameters = one_device(array::Schedule::overlap);
    parameters.polling = array::Polling::fixed_interval;
    parameters.poll_interval = 30_us;
    ArrayBench bench(parameters);
    warm_up(bench);
    const auto before = bench.statistic("array.polls");
    bench.submit({bench.hash(0)});
    REQUIRE(bench.wait_for(1).size() == 1);
    // 30, 60, 90 and 120 us after the load, each later by the poll before it.
    CHECK(bench.statistic("array.polls") - before == 4);
    CHECK(bench.timeline(0).at(Moment::unload_start) - bench.timeline(0).at(Moment::load_end) ==
          4 * (30_us + clocks(short_command)));
}

TEST_CASE("lock step: no result is fetched before all have computed, no load before all are back") {
    ArrayBench bench(one_device(array::Schedule::lock_step));
    warm_up(bench);
    bench.submit(bench.hashes(0, 8));
    REQUIRE(bench.wait_for(8).size() == 8);
    SimTime last_end{0};
    SimTime first_unload = SimTime::max();
    SimTime last_unload{0};
    SimTime next_load = SimTime::max();
    for (unsigned tag = 0; tag < 4; ++tag) {
        const Timeline& timeline = bench.timeline(tag);
        last_end = std::max(last_end, timeline.at(Moment::engine_end));
        first_unload = std::min(first_unload, timeline.at(Moment::unload_start));
        last_unload = std::max(last_unload, timeline.at(Moment::unload_end));
        next_load = std::min(next_load, bench.timeline(tag + 4).at(Moment::load_start));
    }
    CHECK(first_unload - last_end == clocks(short_command));
    CHECK(last_unload - first_unload == clocks(4 * unload));
    CHECK(next_load == last_unload);
}

TEST_CASE("lock step: a round takes its loads, the service, a poll and its unloads") {
    ArrayBench bench(one_device(array::Schedule::lock_step));
    warm_up(bench);
    bench.submit(bench.hashes(0, 12));
    REQUIRE(bench.wait_for(12).size() == 12);
    const auto round_starts = [&bench](unsigned round) {
        return bench.timeline(4 * round).at(Moment::load_start);
    };
    CHECK(round_starts(2) - round_starts(1) ==
          clocks(4 * load) + service + clocks(short_command + 4 * unload));
}

TEST_CASE("overlap: results are fetched and engines loaded again while others compute") {
    array::ArrayParameters parameters = one_device(array::Schedule::overlap);
    parameters.service_time = 30_us;
    ArrayBench bench(parameters);
    warm_up(bench);
    bench.submit(bench.hashes(0, 12));
    REQUIRE(bench.wait_for(12).size() == 12);
    CHECK(bench.timeline(0).at(Moment::unload_end) <= bench.timeline(3).at(Moment::load_start));
    // The bus never rests between the first load and the last.
    const SimTime first = bench.timeline(0).at(Moment::load_start);
    const SimTime last = bench.timeline(11).at(Moment::load_end);
    CHECK(last - first < clocks(12 * (load + unload + 2 * (short_command + recovery))));
}

TEST_CASE("a device is selected only when the last operation was another's") {
    array::ArrayParameters parameters = one_device(array::Schedule::lock_step);
    parameters.devices = 2;
    parameters.engines = 2;
    ArrayBench bench(parameters);
    warm_up(bench);
    const auto before = bench.statistic("array.selections");
    bench.submit(bench.hashes(0, 4));
    REQUIRE(bench.wait_for(4).size() == 4);
    // Two loads to device 0, two to device 1, and the same for the results.
    CHECK(bench.statistic("array.selections") - before == 3);
}

TEST_CASE("a ganged device takes one task at a time, in a share of the time") {
    array::ArrayParameters parameters = one_device(array::Schedule::overlap);
    parameters.grouping = array::Grouping::ganged;
    ArrayBench bench(parameters);
    bench.start();
    bench.submit(bench.hashes(0, 3));
    const auto done = bench.wait_for(3);
    REQUIRE(done.size() == 3);
    for (unsigned tag = 0; tag < 3; ++tag) {
        const Timeline& timeline = bench.timeline(tag);
        CHECK(timeline.at(Moment::engine_end) - timeline.at(Moment::engine_start) == service / 4);
        CHECK(bench.digest_is_right(tag));
    }
    for (unsigned tag = 0; tag < 2; ++tag) {
        CHECK(bench.timeline(tag + 1).at(Moment::load_start) >=
              bench.timeline(tag).at(Moment::unload_end));
    }
}

TEST_CASE("independent engines of a device compute at the same time") {
    ArrayBench bench(one_device(array::Schedule::overlap));
    bench.start();
    bench.submit(bench.hashes(0, 4));
    REQUIRE(bench.wait_for(4).size() == 4);
    for (unsigned tag = 0; tag < 4; ++tag) {
        CHECK(bench.timeline(tag).at(Moment::engine_start) <
              bench.timeline(0).at(Moment::engine_end));
        CHECK(bench.timeline(tag).at(Moment::engine_end) -
                  bench.timeline(tag).at(Moment::engine_start) ==
              service);
    }
}

TEST_CASE("a processor for each device lets the devices of a channel go on side by side") {
    array::ArrayParameters parameters = one_device(array::Schedule::overlap);
    parameters.devices = 2;
    parameters.engines = 1;
    parameters.firmware_time = 200_us;
    parameters.firmware_scope = array::FirmwareScope::device;
    ArrayBench bench(parameters);
    bench.start();
    bench.submit(bench.hashes(0, 2));
    REQUIRE(bench.wait_for(2).size() == 2);
    for (unsigned tag = 0; tag < 2; ++tag) {
        CHECK(bench.timeline(tag).at(Moment::load_start) -
                  bench.timeline(tag).at(Moment::assigned) <
              200_us + clocks(load));
    }
}

TEST_CASE("one processor for a channel takes its tasks one after the other") {
    array::ArrayParameters parameters = one_device(array::Schedule::overlap);
    parameters.firmware_time = 200_us;
    ArrayBench bench(parameters);
    bench.start();
    bench.submit(bench.hashes(0, 3));
    REQUIRE(bench.wait_for(3).size() == 3);
    CHECK(bench.timeline(0).at(Moment::load_start) - bench.timeline(0).at(Moment::assigned) ==
          200_us);
    CHECK(bench.timeline(2).at(Moment::load_start) - bench.timeline(0).at(Moment::load_start) ==
          400_us);
}
