// SPDX-License-Identifier: Apache-2.0
// How devices get from one slow line to the bus's mode, and what is said of those that cannot.
#include "models/emmc/speed_up.h"

#include "tests/rules/emmc/bench.h"
#include "tests/support/catch.h"

using namespace lookaside;
using namespace lookaside::test;

namespace {

BusParameters mode(BusMode wanted, unsigned width) {
    BusParameters parameters;
    parameters.mode = wanted;
    parameters.width = width;
    parameters.clock = max_clock(wanted);
    return parameters;
}

}  // namespace

TEST_CASE("every device of a bus gets the bus's width and edges") {
    Bench bench(mode(BusMode::ddr52, 4), Bench::many(4));
    const SpeedUpResult result = bench.speed_up(bench.identify().found);
    CHECK(result.problems.empty());
    CHECK(result.ready.size() == 4);
    for (Device& device : bench.devices) {
        CHECK(device.width() == 4);
        CHECK(device.ddr());
        CHECK(device.state(bench.agenda.now()) == DeviceState::stby);
    }
    CHECK(bench.bus.setting().clock == 52_MHz);
    CHECK(bench.bus.setting().width == 4);
    CHECK_FALSE(bench.bus.setting().open_drain);
}

TEST_CASE("HS400 is reached through high speed and eight lines on both edges") {
    Bench bench(mode(BusMode::hs400, 8));
    CHECK(bench.speed_up(bench.identify().found).problems.empty());
    CHECK(bench.devices[0].ddr());
    std::vector<unsigned> commands;
    for (const auto& command : bench.log.commands) {
        commands.push_back(command.index);
    }
    const std::vector<unsigned> expected{7, 8, 6, 13, 6, 13, 6, 13, 7};
    REQUIRE(commands.size() > expected.size());
    CHECK(std::equal(expected.rbegin(), expected.rend(), commands.rbegin()));
}

TEST_CASE("a device that does not know the mode is named and the others work") {
    auto wanted = Bench::many(3);
    wanted[1].device_type = device_type::hs26 | device_type::hs52;
    Bench bench(mode(BusMode::hs200, 8), wanted);
    const SpeedUpResult result = bench.speed_up(bench.identify().found);
    CHECK(result.ready.size() == 2);
    REQUIRE(result.problems.size() == 1);
    CHECK_THAT(result.problems[0], Catch::StartsWith("bus: device CID 15000045") &&
                                       Catch::EndsWith("RCA 2: does not support mode hs200"));
    bench.send(7, 3 << 16);
    CHECK(bench.send(17, 0, 1).error == TransactionError::none);
}

TEST_CASE("what modes a device knows can be asked before it is built") {
    DeviceParameters old;
    old.device_type = device_type::hs26 | device_type::hs52;
    CHECK_NOTHROW(check_supports(old, BusMode::high_speed, "d"));
    CHECK_THROWS_WITH(check_supports(old, BusMode::ddr52, "d"),
                      "d: the device does not support bus mode ddr52");
}

TEST_CASE("a device that stops answering is named and the others work") {
    Bench bench({}, Bench::many(2));
    const auto found = bench.identify().found;
    bench.devices[0].faults().mute = true;
    const SpeedUpResult result = bench.speed_up(found);
    CHECK(result.ready.size() == 1);
    REQUIRE(result.problems.size() == 1);
    CHECK_THAT(result.problems[0], Catch::EndsWith("RCA 1: CMD7: response time-out"));
}

TEST_CASE("CMD6 holds DAT0 while the device switches") {
    Bench bench(mode(BusMode::high_speed, 8));
    bench.bring_up();
    const SimTime before = bench.agenda.now();
    CHECK(bench.send(6, write_byte_argument(183, 1)).error == TransactionError::none);
    CHECK(bench.agenda.now() - before >= bench.devices[0].parameters().switch_time);
    CHECK(bench.devices[0].width() == 4);
}

TEST_CASE("CMD6 to a read-only byte is a SWITCH_ERROR in the next R1") {
    Bench bench;
    bench.bring_up();
    const Transaction change = bench.send(6, write_byte_argument(ext_csd::device_type, 0));
    CHECK((change.status & r1::switch_error) == 0);
    CHECK((bench.send(13, 1 << 16).status & r1::switch_error) != 0);
    CHECK((bench.send(13, 1 << 16).status & r1::switch_error) == 0);
}

TEST_CASE("CMD6 to a mode that the device does not know is a SWITCH_ERROR") {
    auto wanted = Bench::one();
    wanted[0].device_type = device_type::hs26;
    Bench bench(mode(BusMode::legacy, 8), wanted);
    bench.bring_up();
    bench.send(6, write_byte_argument(ext_csd::hs_timing, 1));
    CHECK((bench.send(13, 1 << 16).status & r1::switch_error) != 0);
}

TEST_CASE("CMD8 reads EXT_CSD with mode bits and sectors") {
    Bench bench;
    bench.bring_up();
    CHECK(bench.send(8, 0, 1).error == TransactionError::none);
    CHECK(bench.read_back[ext_csd::device_type] == device_type::all);
    CHECK(bench.read_back[ext_csd::sector_count] == MemoryLogic::size);
    CHECK(bench.read_back[ext_csd::bus_width] == 2);
    CHECK(bench.read_back[ext_csd::hs_timing] == 2);
}

TEST_CASE("blocks on the wrong number of lines are unreadable both ways") {
    Bench bench(mode(BusMode::high_speed, 8), Bench::one(), Bench::Checker::off);
    bench.bring_up();
    bench.bus.change({52_MHz, 4, false, false});
    CHECK(bench.send(17, 0, 1).error == TransactionError::data_crc);
    CHECK(bench.send(24, 0, 1).error == TransactionError::no_crc_status);
}

TEST_CASE("modes and widths and clocks that do not fit are refused") {
    struct Wrong {
        BusParameters parameters;
        std::string text;
    };
    BusParameters fast = mode(BusMode::high_speed, 8);
    fast.clock = 200_MHz;
    BusParameters eager;
    eager.n_rc = 7;
    BusParameters late = mode(BusMode::ddr52, 8);
    late.n_crc = 3;
    BusParameters early;
    early.identification_clock = 1_MHz;
    const Wrong wrong = GENERATE_COPY(values<Wrong>({
        {mode(BusMode::hs400, 4), "b: mode hs400 has a bus width of 8, not 4"},
        {mode(BusMode::hs200, 1), "b: mode hs200 has a bus width of 4 or 8, not 1"},
        {mode(BusMode::legacy, 2), "b: mode legacy has a bus width of 1, 4 or 8, not 2"},
        {fast, "b: mode hs has a clock of up to 52000000 Hz, not 200000000 Hz"},
        {eager, "b: N_RC is 7, but must be at least 8"},
        {late, "b: N_CRC is 3, but must be at most 2"},
        {early, "b: the identification clock in Hz is 1000000, but must be at most 400000"},
    }));
    CHECK_THROWS_WITH(check(wrong.parameters, "b"), wrong.text);
}
