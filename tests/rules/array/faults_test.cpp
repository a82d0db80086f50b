// SPDX-License-Identifier: Apache-2.0
// Rules of failures: a device that is dead is named, its work is done by the others, exactly once.
#include <algorithm>

#include "base/error.h"
#include "tests/rules/array/bench.h"
#include "tests/support/catch.h"

using namespace lookaside;
using namespace lookaside::test;

namespace {

/// All of the first `count` tags came back once, well, with the right digest.
void check_all_done(ArrayBench& bench, const std::vector<ArrayBench::Done>& done, unsigned count) {
    REQUIRE(done.size() == count);
    std::vector<bool> seen(count, false);
    for (const auto& each : done) {
        CHECK(each.entry.status == static_cast<std::uint8_t>(TaskStatus::ok));
        CHECK_FALSE(seen.at(each.entry.tag));
        seen[each.entry.tag] = true;
        CHECK(bench.digest_is_right(each.entry.tag));
    }
    bench.run_for(10_ms);
    CHECK(bench.reap().empty());
}

array::ArrayParameters impatient() {
    array::ArrayParameters parameters = ArrayBench::small();
    parameters.task_timeout = 5_ms;
    parameters.bus.busy_timeout = 5_ms;
    return parameters;
}

}  // namespace

TEST_CASE("a device that does not answer identification is named and never used") {
    ArrayBench bench(ArrayBench::small());
    bench.card.device_faults(1, 0).mute = true;
    bench.start();
    CHECK(bench.card.dead_devices() ==
          std::vector<std::string>{"channel 1 device 0: no answer in identification"});
    CHECK(bench.read(ds::reg::dead_devices) == 1);
    bench.submit(bench.hashes(0, 24));
    const auto done = bench.wait_for(24);
    for (const auto& each : done) {
        CHECK(each.entry.engine_device != 2);
    }
    check_all_done(bench, done, 24);
}

TEST_CASE("round robin passes over a device that does not answer identification") {
    array::ArrayParameters parameters = ArrayBench::small();
    parameters.dispatch = array::Dispatch::round_robin;
    ArrayBench bench(parameters);
    bench.card.device_faults(0, 1).mute = true;
    bench.start();
    bench.submit(bench.hashes(0, 24));
    check_all_done(bench, bench.wait_for(24), 24);
}

TEST_CASE("without any device, status says so and every task fails") {
    array::ArrayParameters parameters = ArrayBench::small();
    parameters.channels = parameters.devices = 1;
    ArrayBench bench(parameters);
    bench.card.device_faults(0, 0).mute = true;
    bench.start();
    CHECK(bench.read(ds::reg::status) == (ds::status::ready | ds::status::failed));
    bench.submit(bench.hashes(0, 3));
    const auto done = bench.wait_for(3);
    REQUIRE(done.size() == 3);
    for (const auto& each : done) {
        CHECK(each.entry.status == static_cast<std::uint8_t>(TaskStatus::no_device));
    }
}

TEST_CASE("a device that falls silent is given up and its tasks are done by others") {
    ArrayBench bench(impatient());
    bench.start();
    bench.submit(bench.hashes(0, 24));
    bench.run_for(150_us);  // some are loaded, some compute, some wait
    bench.card.device_faults(0, 0).mute = true;
    check_all_done(bench, bench.wait_for(24), 24);
    CHECK(bench.card.dead_devices() ==
          std::vector<std::string>{"channel 0 device 0: response time-out"});
    CHECK(bench.statistic("array.redispatched") > 0);
}

TEST_CASE("a device that stays busy is given up after the bus's time-out") {
    ArrayBench bench(impatient());
    bench.start();
    bench.card.device_faults(1, 0).hangs_busy = true;
    bench.submit(bench.hashes(0, 24));
    check_all_done(bench, bench.wait_for(24), 24);
    CHECK(bench.card.dead_devices() ==
          std::vector<std::string>{"channel 1 device 0: busy time-out"});
}

TEST_CASE("an engine that never ends costs its device, and the task is done elsewhere") {
    ArrayBench bench(impatient());
    bench.start();
    bench.card.device(0, 0).hang_next(1);
    bench.submit(bench.hashes(0, 24));
    check_all_done(bench, bench.wait_for(24), 24);
    CHECK(bench.card.dead_devices() ==
          std::vector<std::string>{"channel 0 device 0: a task takes longer than the time-out"});
}

TEST_CASE("in lock step, a device that fails in a round does not end the rounds") {
    array::ArrayParameters parameters = impatient();
    parameters.schedule = array::Schedule::lock_step;
    ArrayBench bench(parameters);
    bench.start();
    bench.card.device(0, 0).hang_next(0);
    bench.submit(bench.hashes(0, 24));
    check_all_done(bench, bench.wait_for(24), 24);
    CHECK(bench.card.dead_devices().size() == 1);
}

TEST_CASE("tasks that wait for a certain engine are given to others when its device fails") {
    array::ArrayParameters parameters = impatient();
    parameters.dispatch = array::Dispatch::random;
    ArrayBench bench(parameters);
    bench.start();
    bench.card.device(0, 1).hang_next(0);
    bench.card.device(1, 1).hang_next(1);
    bench.submit(bench.hashes(0, 32));
    check_all_done(bench, bench.wait_for(32), 32);
    CHECK(bench.card.dead_devices().size() == 2);
}

TEST_CASE("with firmware time, tasks that the processor holds survive their device") {
    array::ArrayParameters parameters = impatient();
    parameters.firmware_time = 50_us;
    ArrayBench bench(parameters);
    bench.start();
    bench.submit(bench.hashes(0, 24));
    bench.run_for(120_us);
    bench.card.device_faults(0, 0).mute = true;
    check_all_done(bench, bench.wait_for(24), 24);
}

TEST_CASE("when the last device fails, what is left is completed as having no device") {
    array::ArrayParameters parameters = impatient();
    parameters.channels = 1;
    ArrayBench bench(parameters);
    bench.start();
    bench.submit(bench.hashes(0, 24));
    bench.run_for(300_us);
    bench.card.device_faults(0, 0).mute = true;
    bench.card.device_faults(0, 1).mute = true;
    const auto done = bench.wait_for(24);
    REQUIRE(done.size() == 24);
    const auto failed = std::ranges::count_if(done, [](const auto& each) {
        return each.entry.status == static_cast<std::uint8_t>(TaskStatus::no_device);
    });
    CHECK(failed > 0);
    CHECK(failed < 24);
    CHECK(bench.card.dead_devices().size() == 2);
}

TEST_CASE("sectors of a device that failed cannot be read or written by others") {
    ArrayBench bench(ArrayBench::small());
    bench.card.device_faults(0, 0).mute = true;
    bench.start();
    std::vector<Task> tasks = bench.hashes(0, 4);
    for (std::uint32_t i = 0; i < 4; ++i) {
        tasks[i].opcode = static_cast<std::uint8_t>(i % 2 == 0 ? Opcode::read : Opcode::write);
        tasks[i].sector = i < 2 ? 0 : 8;  // stripe 1 is on channel 1
    }
    bench.submit(tasks);
    const auto done = bench.wait_for(4);
    REQUIRE(done.size() == 4);
    for (const auto& each : done) {
        CHECK(
            each.entry.status ==
            static_cast<std::uint8_t>(each.entry.tag < 2 ? TaskStatus::no_device : TaskStatus::ok));
    }
}

TEST_CASE("a bus error is repeated and costs neither the device nor the task") {
    using emmc::FaultKind;
    ArrayBench bench(ArrayBench::small());
    bench.start();
    emmc::FaultPlan& faults = bench.card.bus(0).faults();
    unsigned occurrence = 0;
    for (const FaultKind kind :
         {FaultKind::command_crc, FaultKind::no_response, FaultKind::response_crc,
          FaultKind::response_index, FaultKind::data_crc, FaultKind::no_crc_status}) {
        faults.add({kind, 25, occurrence, kind >= FaultKind::data_crc ? 2U : 0U, 3});
        occurrence += 2;
    }
    faults.add({FaultKind::data_crc, 17, 0, 0, 1});
    faults.add({FaultKind::response_crc, 13, 12, 0, 0});
    faults.add({FaultKind::command_crc, 23, 13, 0, 0});
    faults.add({FaultKind::no_response, 7, 0, 0, 0});
    bench.submit(bench.hashes(0, 32));
    check_all_done(bench, bench.wait_for(32), 32);
    CHECK(faults.empty());
    CHECK(bench.card.dead_devices().empty());
    // Each costs a repetition; one that hits the recovery from another may cost one more.
    CHECK(bench.statistic("array.bus_retries") >= 10);
}

TEST_CASE("a bus error that does not go away costs the device") {
    ArrayBench bench(ArrayBench::small());
    bench.start();
    for (unsigned i = 0; i < 3; ++i) {
        bench.card.bus(0).faults().add({emmc::FaultKind::data_crc, 25, i, 0, 0});
    }
    bench.submit(bench.hashes(0, 16));
    check_all_done(bench, bench.wait_for(16), 16);
    CHECK(bench.card.dead_devices().size() == 1);
}

TEST_CASE("parameters that cannot be are refused") {
    const auto refused = [](auto change) {
        array::ArrayParameters parameters = ArrayBench::small();
        change(parameters);
        CHECK_THROWS_AS(array::check(parameters), InputError);
    };
    using P = array::ArrayParameters;
    CHECK_NOTHROW(array::check(ArrayBench::small()));
    CHECK_NOTHROW(array::check(P()));
    refused([](P& p) { p.channels = 0; });
    refused([](P& p) { p.devices = 0; });
    refused([](P& p) { p.devices = 31; });
    refused([](P& p) { p.engines = 0; });
    refused([](P& p) { p.engines = 33; });
    refused([](P& p) { p.depth = 0; });
    refused([](P& p) { p.engine_clock = Hertz{0}; });
    refused([](P& p) { p.service_time = Picoseconds{0}; });
    refused([](P& p) { p.poll_interval = Picoseconds{0}; });
    refused([](P& p) { p.attempts = 0; });
    refused([](P& p) { p.ageing = 0; });
    refused([](P& p) { p.device_sectors = 12; });
    refused([](P& p) { p.outstanding_reads = 0; });
    refused([](P& p) { p.task_fetch = 0; });
    refused([](P& p) { p.bus.width = 3; });
}
