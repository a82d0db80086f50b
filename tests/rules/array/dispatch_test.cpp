// SPDX-License-Identifier: Apache-2.0
// Rules of dispatch: which engine, which task, and how many tasks at most.
#include <algorithm>
#include <map>

#include "tests/rules/array/bench.h"
#include "tests/support/catch.h"

using namespace lookaside;
using namespace lookaside::test;

namespace {

/// Tags in the order in which engines were assigned.
std::vector<unsigned> by_assignment(ArrayBench& bench, unsigned count) {
    std::vector<unsigned> tags(count);
    for (unsigned tag = 0; tag < count; ++tag) {
        tags[tag] = tag;
    }
    std::ranges::stable_sort(
        tags, {}, [&bench](unsigned tag) { return bench.timeline(tag).at(Moment::assigned); });
    return tags;
}

array::ArrayParameters one_engine() {
    array::ArrayParameters parameters = ArrayBench::small();
    parameters.channels = parameters.devices = parameters.engines = 1;
    parameters.depth = 60;
    return parameters;
}

/// Most tasks that were between two moments at the same time.
unsigned most_between(ArrayBench& bench, unsigned count, Moment from, Moment to) {
    std::map<SimTime, int> changes;
    for (unsigned tag = 0; tag < count; ++tag) {
        ++changes[bench.timeline(tag).at(from)];
        --changes[bench.timeline(tag).at(to)];
    }
    int now = 0;
    int most = 0;
    for (const auto& [at, change] : changes) {
        now += change;
        most = std::max(most, now);
    }
    return static_cast<unsigned>(most);
}

}  // namespace

TEST_CASE("any idle engine: no task waits while an engine is idle") {
    ArrayBench bench(ArrayBench::small());
    bench.start();
    bench.submit(bench.hashes(0, 24));
    REQUIRE(bench.wait_for(24).size() == 24);
    std::vector<SimTime> freed;
    for (unsigned tag = 0; tag < 24; ++tag) {
        freed.push_back(bench.timeline(tag).at(Moment::unload_end));
    }
    std::ranges::sort(freed);
    // Eight engines: the first eight tasks get one at once, the others when one comes free.
    const auto order = by_assignment(bench, 24);
    for (unsigned i = 0; i < 24; ++i) {
        const Timeline& timeline = bench.timeline(order[i]);
        const SimTime could = i < 8 ? SimTime{0} : freed[i - 8];
        CHECK(timeline.at(Moment::assigned) == std::max(could, timeline.at(Moment::buffered)));
    }
}

TEST_CASE("any idle engine: the least loaded channel first, of equals the lowest") {
    ArrayBench bench(ArrayBench::small());
    bench.start();
    bench.submit(bench.hashes(0, 4));
    auto done = bench.wait_for(4);
    REQUIRE(done.size() == 4);
    std::ranges::sort(done, {}, [](const auto& each) { return each.entry.tag; });
    // Channel 0, 1, 0, 1; in a channel the lowest engine, so all on its first device.
    CHECK(done[0].entry.engine_device == 0);
    CHECK(done[1].entry.engine_device == 2);
    CHECK(done[2].entry.engine_device == 0);
    CHECK(done[3].entry.engine_device == 2);
}

TEST_CASE("results come back in the order in which engines end, not of submission") {
    ArrayBench bench(ArrayBench::small(), {}, [](const crypto::Job& job) {
        return job.data.size() == 4096 ? Cycles{500'000} : Cycles{50'000};
    });
    bench.start();
    bench.submit({bench.hash(1), bench.hash(2, 0, 512), bench.hash(3, 0, 512)});
    const auto done = bench.wait_for(3);
    REQUIRE(done.size() == 3);
    CHECK(done[0].entry.tag == 2);
    CHECK(done[1].entry.tag == 3);
    CHECK(done[2].entry.tag == 1);
}

TEST_CASE("round robin: tasks go to the engines in turn, across channels first") {
    array::ArrayParameters parameters = ArrayBench::small();
    parameters.dispatch = array::Dispatch::round_robin;
    ArrayBench bench(parameters);
    bench.start();
    bench.submit(bench.hashes(0, 8));
    auto done = bench.wait_for(8);
    REQUIRE(done.size() == 8);
    std::ranges::sort(done, {}, [](const auto& each) { return each.entry.tag; });
    std::vector<unsigned> devices;
    for (const auto& each : done) {
        devices.push_back(each.entry.engine_device);
    }
    CHECK(devices == std::vector<unsigned>{0, 2, 1, 3, 0, 2, 1, 3});
}

TEST_CASE("round robin: a task waits for its engine while others are idle") {
    array::ArrayParameters parameters = ArrayBench::small();
    parameters.dispatch = array::Dispatch::round_robin;
    // The first task takes ten times as long.
    ArrayBench bench(parameters, {}, [](const crypto::Job& job) {
        return job.data.size() == 4096 ? Cycles{500'000} : Cycles{50'000};
    });
    bench.start();
    std::vector<Task> tasks{bench.hash(0)};
    for (unsigned tag = 1; tag < 9; ++tag) {
        tasks.push_back(bench.hash(tag, 0, 512));
    }
    bench.submit(tasks);
    REQUIRE(bench.wait_for(9).size() == 9);
    CHECK(bench.timeline(8).at(Moment::assigned) == bench.timeline(0).at(Moment::unload_end));
}

TEST_CASE("random dispatch: the same seed gives the same engines") {
    const auto run = [] {
        array::ArrayParameters parameters = ArrayBench::small();
        parameters.dispatch = array::Dispatch::random;
        parameters.dispatch_seed = 5;
        return parameters;
    };
    ArrayBench bench(run());
    bench.start();
    bench.submit(bench.hashes(0, 32));
    const auto done = bench.wait_for(32);
    REQUIRE(done.size() == 32);
    Random same(5);
    std::vector<unsigned> expected;
    for (unsigned i = 0; i < 32; ++i) {
        const auto number = static_cast<unsigned>(same.below(8));
        expected.push_back(number % 2 * 2 + number / 2 % 2);
    }
    // Tasks are chosen for in the order in which they are buffered, here that of their tags.
    std::vector<unsigned> devices(32);
    for (const auto& each : done) {
        devices[each.entry.tag] = each.entry.engine_device;
    }
    CHECK(devices == expected);
}

TEST_CASE("a task of higher priority gets the next engine") {
    ArrayBench bench(one_engine());
    bench.start();
    std::vector<Task> tasks = bench.hashes(0, 3, 0);
    for (unsigned priority = 1; priority < 4; ++priority) {
        const auto more = bench.hashes(3 * priority, 3, priority);
        tasks.insert(tasks.end(), more.begin(), more.end());
    }
    bench.submit(tasks);
    REQUIRE(bench.wait_for(12).size() == 12);
    // Tag 0 found the engine idle; the others were all there when it came free.
    CHECK(by_assignment(bench, 12) == std::vector<unsigned>{0, 9, 10, 11, 6, 7, 8, 3, 4, 5, 1, 2});
}

TEST_CASE("a task waits for no more than the ageing limit of tasks of higher priority") {
    constexpr unsigned limit = 5;
    array::ArrayParameters parameters = one_engine();
    parameters.ageing = limit;
    ArrayBench bench(parameters);
    bench.start();
    bench.submit({bench.hash(0)});
    bench.run_for(20_us);
    bench.submit({bench.hash(1, 0), bench.hash(2, 2)});
    // Higher ones come without end: there are always more of them waiting.
    bench.submit(bench.hashes(3, 30, 3));
    REQUIRE(bench.wait_for(33).size() == 33);
    const auto order = by_assignment(bench, 33);
    const auto place = [&order](unsigned tag) {
        return static_cast<unsigned>(std::ranges::find(order, tag) - order.begin());
    };
    // Tag 0 had the engine; then five of priority 3; then the two that are overdue, by arrival.
    CHECK(place(1) == 1 + limit);
    CHECK(place(2) == 2 + limit);
}

TEST_CASE("without ageing in sight, the lowest priority waits for all others") {
    array::ArrayParameters parameters = one_engine();
    parameters.ageing = 1000;
    ArrayBench bench(parameters);
    bench.start();
    bench.submit({bench.hash(0)});
    bench.run_for(20_us);
    bench.submit({bench.hash(1, 0)});
    bench.submit(bench.hashes(2, 30, 3));
    REQUIRE(bench.wait_for(32).size() == 32);
    CHECK(by_assignment(bench, 32).back() == 1);
}

TEST_CASE("tasks bound to a device compete with the others for its engines, and do not starve") {
    array::ArrayParameters parameters = ArrayBench::small();
    parameters.channels = 1;
    parameters.engines = 1;
    parameters.ageing = 4;
    parameters.depth = 60;
    ArrayBench bench(parameters);
    bench.start();
    std::vector<Task> tasks = bench.hashes(0, 2);
    Task bound = bench.hash(2, 0);
    bound.opcode = static_cast<std::uint8_t>(Opcode::read);
    bound.sector = 8;  // device 1
    tasks.push_back(bound);
    const auto flood = bench.hashes(3, 30, 3);
    tasks.insert(tasks.end(), flood.begin(), flood.end());
    bench.submit(tasks);
    const auto done = bench.wait_for(33);
    REQUIRE(done.size() == 33);
    const auto order = by_assignment(bench, 33);
    const auto place = std::ranges::find(order, 2U) - order.begin();
    // Behind the two that had the engines, four of higher priority, and at most one more that
    // device 0 took before device 1 came free.
    CHECK(place <= 2 + 4 + 1);
}

TEST_CASE("depth of the whole card: so many tasks are between admission and completion") {
    array::ArrayParameters parameters = ArrayBench::small();
    parameters.depth = 5;
    ArrayBench bench(parameters);
    bench.start();
    bench.submit(bench.hashes(0, 30));
    REQUIRE(bench.wait_for(30).size() == 30);
    CHECK(bench.statistic("array.buffer.most_in_use") == 5);
    CHECK(most_between(bench, 30, Moment::h2c_first_data, Moment::c2h_last_data) == 5);
}

TEST_CASE("depth of a channel: so many tasks are at its engines, and as many more elsewhere") {
    array::ArrayParameters parameters = ArrayBench::small();
    parameters.depth = 3;
    parameters.depth_scope = array::DepthScope::per_channel;
    ArrayBench bench(parameters);
    bench.start();
    CHECK(bench.read(ds::reg::capacity) == 6);
    bench.submit(bench.hashes(0, 30));
    const auto done = bench.wait_for(30);
    REQUIRE(done.size() == 30);
    CHECK(bench.statistic("array.buffer.most_in_use") == 6);
    CHECK(most_between(bench, 30, Moment::assigned, Moment::unload_end) == 6);
}

TEST_CASE("depth of the waiting room: so many tasks wait beyond those that have an engine") {
    array::ArrayParameters parameters = ArrayBench::small();
    parameters.depth = 3;
    parameters.depth_scope = array::DepthScope::waiting_room;
    ArrayBench bench(parameters);
    bench.start();
    CHECK(bench.read(ds::reg::capacity) == 3 + 8);
    bench.submit(bench.hashes(0, 30));
    REQUIRE(bench.wait_for(30).size() == 30);
    CHECK(bench.statistic("array.buffer.most_in_use") == 11);
    CHECK(most_between(bench, 30, Moment::assigned, Moment::unload_end) == 8);
    CHECK(most_between(bench, 30, Moment::h2c_first_data, Moment::assigned) <= 3);
}
