// SPDX-License-Identifier: Apache-2.0
// The device's states: what each command does, who holds DAT0, and how devices take turns.
#include "tests/rules/emmc/bench.h"
#include "tests/support/catch.h"

using namespace lookaside;
using namespace lookaside::test;

namespace {

constexpr std::uint32_t rca(std::uint32_t device) {
    return device << 16;
}

struct Pair : Bench {
    Pair() : Bench({}, many(2)) { bring_up(); }
    DeviceState state(std::size_t device) { return devices[device].state(agenda.now()); }
};

}  // namespace

TEST_CASE("R1 tells the state in which the command was received") {
    Bench bench;
    bench.speed_up(bench.identify().found);
    CHECK(bench.send(7, rca(1)).status == 0x700);
    CHECK(bench.send(13, rca(1)).status == 0x900);
    CHECK(bench.send(17, 0, 1).status == 0x900);
    const auto results = bench.run({{25, 0, 1}, {13, rca(1)}, {12, 0, 0, false}});
    CHECK(results[1].status == 0xD00);
    CHECK(results[2].status == 0xD00);
}

TEST_CASE("what was written is read back") {
    Bench bench;
    bench.bring_up();
    bench.run({{23, 8}, {25, 16, 8}, {23, 8}, {18, 16, 8}});
    CHECK(bench.read_back == bench.written);
}

TEST_CASE("CMD7 selects one device and deselects the other") {
    Pair bench;
    CHECK(bench.state(0) == DeviceState::tran);
    CHECK(bench.state(1) == DeviceState::stby);
    bench.send(7, rca(2));
    CHECK(bench.state(0) == DeviceState::stby);
    CHECK(bench.state(1) == DeviceState::tran);
}

TEST_CASE("CMD7 with address 0 deselects and is not answered") {
    Pair bench;
    const Transaction deselect = bench.send(7, 0);
    CHECK(deselect.error == TransactionError::none);
    CHECK(bench.state(0) == DeviceState::stby);
    bench.send(13, rca(1));
    CHECK(bench.clocks_between(0, 1) == 48 + 8);
}

TEST_CASE("only the selected device hears data commands") {
    Pair bench;
    bench.send(24, 5, 1);
    CHECK(bench.logics[0].calls == std::vector<std::string>{"write 5 1"});
    CHECK(bench.logics[1].calls.empty());
    CHECK((bench.send(13, rca(2)).status & r1::illegal_command) == 0);
}

TEST_CASE("CMD9 and CMD10 send the registers of a device in stby") {
    Pair bench;
    const Transaction cid = bench.send(10, rca(2));
    CHECK(cid.error == TransactionError::none);
    CHECK(cid.register_bits == bench.devices[1].parameters().cid);
    CHECK(bench.send(9, rca(2)).register_bits == make_csd());
    CHECK(bench.send(9, rca(1)).error == TransactionError::response_timeout);
    CHECK((bench.send(13, rca(1)).status & r1::illegal_command) != 0);
}

TEST_CASE("CMD13 with bit 15 sends the queue status instead") {
    Pair bench;
    bench.logics[1].queue = 0x8000'0005;
    CHECK(bench.send(13, rca(2) | 1U << 15).status == 0x8000'0005);
}

TEST_CASE("CMD15 makes a device inactive until power goes") {
    Pair bench;
    bench.send(15, rca(2));
    CHECK(bench.state(1) == DeviceState::inactive);
    bench.send(0);
    CHECK(bench.state(0) == DeviceState::idle);
    CHECK(bench.state(1) == DeviceState::inactive);
    CHECK(bench.identify().found.size() == 1);
}

TEST_CASE("CMD0 resets address and bus width") {
    Pair bench;
    bench.send(0);
    CHECK(bench.state(0) == DeviceState::idle);
    CHECK(bench.devices[1].rca() == 1);
    CHECK(bench.devices[0].width() == 1);
}

TEST_CASE("a write is over when DAT0 is released") {
    Bench bench;
    bench.bring_up();
    bench.logics[0].programming = 10_us;
    bench.run({{24, 0, 1}, {13, rca(1)}});
    const auto clocks = 48 + 2 + 48 + 2 + 530 + 2 + 5;
    CHECK(bench.start_of(1) - bench.start_of(0) == bench.bus.clock().span(clocks + 8) + 10_us);
}

TEST_CASE("a host may ask a programming device for its status") {
    Bench bench;
    bench.bring_up();
    bench.logics[0].programming = 10_us;
    const auto results = bench.run({{24, 0, 1, false}, {13, rca(1)}});
    CHECK(results[1].status == 0xE00);
    CHECK(bench.clocks_between(0, 1) == 48 + 2 + 48 + 2 + 530 + 2 + 5 + 8);
    bench.run_for(10_us);
    CHECK(bench.send(13, rca(1)).status == 0x900);
}

TEST_CASE("a device may program while another transfers") {
    Pair bench;
    bench.logics[0].programming = 100_us;
    bench.send(24, 0, 1, false);
    bench.send(7, rca(2));
    CHECK(bench.state(0) == DeviceState::dis);
    CHECK(bench.send(25, 0, 1).error == TransactionError::none);
    CHECK(bench.send(12).error == TransactionError::none);
    CHECK(bench.send(17, 0, 1).error == TransactionError::none);
    CHECK(bench.state(0) == DeviceState::dis);
    CHECK(bench.agenda.now() - bench.start_of(0) < 20_us);
    bench.run_for(100_us);
    CHECK(bench.state(0) == DeviceState::stby);
}

TEST_CASE("a device selected again before it has programmed holds DAT0 until then") {
    Pair bench;
    bench.logics[0].programming = 100_us;
    const SimTime written = [&] {
        bench.send(24, 0, 1, false);
        return bench.agenda.now();
    }();
    bench.send(7, rca(2));
    const Transaction select = bench.send(7, rca(1));
    CHECK(r1::state_of(select.status) == DeviceState::dis);
    CHECK(bench.agenda.now() == written + 100_us);
    CHECK(bench.state(0) == DeviceState::tran);
}

TEST_CASE("a device in prg takes no data command") {
    Bench bench({}, Bench::one(), Bench::Checker::off);
    bench.bring_up();
    bench.logics[0].programming = 100_us;
    bench.send(24, 0, 1, false);
    CHECK(bench.send(24, 0, 1).error == TransactionError::response_timeout);
    CHECK((bench.send(13, rca(1)).status & r1::illegal_command) != 0);
}

TEST_CASE("a block count holds for the next command alone") {
    Bench bench;
    bench.bring_up();
    bench.run({{23, 2}, {17, 0, 1}, {18, 0, 4}, {12}});
    CHECK(bench.logics[0].calls == std::vector<std::string>{"read 0 1", "read 0 4"});
}

TEST_CASE("a block that is not at hand delays the transfer by whole clocks") {
    Bench bench;
    bench.bring_up();
    bench.logics[0].access = [](std::uint32_t sector) {
        // 2.4 clocks of 5 ns; and 2000.2, when the third block could have begun long since.
        return sector == 0 ? 12_ns : sector == 2 ? 10'001_ns : 0_ns;
    };
    bench.run({{23, 4}, {18, 0, 4}, {13, rca(1)}});
    CHECK(bench.clocks_between(1, 2) == 48 + 2001 + 2 + 530 + 2 + 530 + 8);
    bench.log.commands.clear();
    bench.run({{17, 0, 1}, {13, rca(1)}});
    CHECK(bench.clocks_between(0, 1) == 48 + 3 + 2 + 530 + 8);
}

TEST_CASE("a block at hand while others are sent costs no time") {
    Bench bench;
    bench.bring_up();
    bench.logics[0].access = [](std::uint32_t sector) { return sector == 1 ? 2_us : 0_us; };
    bench.run({{23, 2}, {18, 0, 2}, {13, rca(1)}});
    CHECK(bench.clocks_between(1, 2) == 48 + 2 * (2 + 530) + 8);
}

TEST_CASE("commands begin on clock edges") {
    Bench bench;
    bench.bring_up();
    bench.run_for(1003_ps);
    bench.send(13, rca(1));
    CHECK(bench.start_of(0).count() % 5000 == 0);
}

TEST_CASE("timing constants above the minimum lengthen a transfer by as many clocks") {
    BusParameters parameters;
    parameters.n_cr = 7;
    parameters.n_ac = 20;
    parameters.n_wr = 6;
    parameters.n_crc = 8;
    parameters.n_rc = 12;
    Bench bench(parameters);
    bench.bring_up();
    bench.run({{17, 0, 1}, {24, 0, 1}, {13, rca(1)}});
    CHECK(bench.clocks_between(0, 1) == 48 + 20 + 530 + 12);
    CHECK(bench.clocks_between(1, 2) == 48 + 7 + 48 + 6 + 530 + 8 + 5 + 12);
}
