// SPDX-License-Identifier: Apache-2.0
// What the host controller says, and when, of each thing that can go wrong on the wires.
#include "tests/rules/emmc/bench.h"
#include "tests/support/catch.h"

using namespace lookaside;
using namespace lookaside::test;

namespace {

/// A bus in HS200 with eight lines, its one device selected.
struct Ready : Bench {
    explicit Ready(Checker checking = Checker::on, const BusParameters& parameters = {})
        : Bench(parameters, one(), checking) {
        bring_up();
    }
    Picoseconds clocks(Cycles count) const { return bus.clock().span(count); }
    /// From the start of the last command until now.
    Cycles clocks_since_start() const {
        return bus.clock().cycles_in(agenda.now() - log.commands.back().start);
    }
    std::uint32_t status() { return send(13, 1 << 16).status; }
    DeviceState state() { return devices[0].state(agenda.now()); }
    MemoryLogic& logic() { return logics[0]; }
};

}  // namespace

TEST_CASE("no start bit within 64 clocks is a response time-out") {
    Ready bench;
    bench.devices[0].faults().mute = true;
    CHECK(bench.send(13, 1 << 16).error == TransactionError::response_timeout);
    CHECK(bench.clocks_since_start() == 48 + 64);
}

TEST_CASE("a wrong CRC7 in a response is reported at its end") {
    Ready bench;
    bench.bus.faults().add({FaultKind::response_crc, 13});
    CHECK(bench.send(13, 1 << 16).error == TransactionError::response_crc);
    CHECK(bench.clocks_since_start() == 48 + 2 + 48);
}

TEST_CASE("a response with another command's index is reported") {
    Ready bench;
    bench.bus.faults().add({FaultKind::response_index, 13});
    CHECK(bench.send(13, 1 << 16).error == TransactionError::response_index);
}

TEST_CASE("a response without its end bit is reported") {
    Ready bench;
    bench.bus.faults().add({FaultKind::response_end_bit, 13});
    CHECK(bench.send(13, 1 << 16).error == TransactionError::response_end_bit);
}

TEST_CASE("a read block with a flipped bit on any line stops the transfer at its end") {
    Ready bench;
    Fault fault{FaultKind::data_crc, 18};
    fault.block = 2;
    fault.line = 6;
    bench.bus.faults().add(fault);
    const Transaction read = bench.send(18, 0, 8);
    CHECK(read.error == TransactionError::data_crc);
    CHECK(read.blocks == 2);
    CHECK(bench.clocks_since_start() == 48 + 3 * (2 + 530));
    CHECK(bench.send(12).error == TransactionError::none);
    CHECK(bench.send(18, 0, 8).blocks == 8);
}

TEST_CASE("a read block without the end bit on one line is reported") {
    Ready bench;
    Fault fault{FaultKind::data_end_bit, 17};
    fault.line = 3;
    bench.bus.faults().add(fault);
    CHECK(bench.send(17, 0, 1).error == TransactionError::data_end_bit);
    CHECK(bench.send(17, 0, 1).error == TransactionError::none);
}

TEST_CASE("a read block that does not come is a data time-out") {
    BusParameters parameters;
    parameters.read_timeout = 50_us;
    Ready bench(Bench::Checker::on, parameters);
    bench.logic().never_comes = 3;
    const Transaction read = bench.send(18, 0, 8);
    CHECK(read.error == TransactionError::data_timeout);
    CHECK(read.blocks == 3);
    CHECK(bench.agenda.now() - bench.log.commands.back().start ==
          bench.clocks(48 + 3 * (2 + 530)) + 50_us);
    CHECK(bench.state() == DeviceState::data);
    CHECK(bench.send(12).error == TransactionError::none);
    CHECK(bench.state() == DeviceState::tran);
    CHECK(bench.logic().calls.back() == "read 0 3");
}

TEST_CASE("a written block with a flipped bit is answered with 101 and dropped until CMD12") {
    Ready bench;
    Fault fault{FaultKind::data_crc, 25};
    fault.block = 1;
    fault.line = 0;
    bench.bus.faults().add(fault);
    const Transaction write = bench.send(25, 4, 3);
    CHECK(write.error == TransactionError::crc_status);
    CHECK(write.blocks == 1);
    CHECK(bench.clocks_since_start() == 48 + 2 + 48 + 2 * (2 + 530 + 2 + 5));
    CHECK(bench.state() == DeviceState::rcv);
    CHECK(bench.send(12).error == TransactionError::none);
    CHECK(bench.logic().calls.back() == "write 4 1");
    CHECK(std::equal(bench.written.begin(), bench.written.begin() + block_bytes,
                     bench.logic().memory.begin() + 4 * block_bytes));
    CHECK(bench.logic().memory[5 * block_bytes] == 0);
}

TEST_CASE("a written block without an end bit is answered with 101") {
    Ready bench;
    bench.bus.faults().add({FaultKind::data_end_bit, 24});
    CHECK(bench.send(24, 0, 1).error == TransactionError::crc_status);
}

TEST_CASE("a CRC status that does not come is reported after eight clocks") {
    Ready bench;
    bench.bus.faults().add({FaultKind::no_crc_status, 24});
    CHECK(bench.send(24, 0, 1).error == TransactionError::no_crc_status);
    CHECK(bench.clocks_since_start() == 48 + 2 + 48 + 2 + 530 + 8);
}

TEST_CASE("a device that never ends programming is a busy time-out") {
    BusParameters parameters;
    parameters.busy_timeout = 200_us;
    Ready bench(Bench::Checker::on, parameters);
    bench.logic().programming = std::nullopt;
    const Transaction write = bench.send(24, 0, 1);
    CHECK(write.error == TransactionError::busy_timeout);
    CHECK(write.blocks == 1);
    CHECK(bench.agenda.now() - bench.log.commands.back().start ==
          bench.clocks(48 + 2 + 48 + 2 + 530 + 2 + 5) + 200_us);
    CHECK(r1::state_of(bench.status()) == DeviceState::prg);
}

TEST_CASE("a device may begin to hang") {
    BusParameters parameters;
    parameters.busy_timeout = 200_us;
    Ready bench(Bench::Checker::on, parameters);
    bench.devices[0].faults().hangs_busy = true;
    CHECK(bench.send(24, 0, 1).error == TransactionError::busy_timeout);
}

TEST_CASE("a device removed during a transfer answers no block any more") {
    Ready bench;
    bench.logic().access = [&](std::uint32_t) {
        bench.devices[0].faults().mute = true;
        return 0_ps;
    };
    const Transaction read = bench.send(17, 0, 1);
    CHECK(read.error == TransactionError::data_timeout);
    CHECK(read.blocks == 0);
    CHECK(bench.send(13, 1 << 16).error == TransactionError::response_timeout);
}

TEST_CASE("a dead device does not disturb the one selected after it") {
    Bench bench({}, Bench::many(2));
    bench.bring_up();
    bench.devices[0].faults().mute = true;
    CHECK(bench.send(7, 2 << 16).error == TransactionError::none);
    CHECK(bench.send(24, 0, 1).error == TransactionError::none);
    CHECK(bench.send(17, 0, 1).error == TransactionError::none);
    CHECK(bench.read_back == bench.written);
}

TEST_CASE("a command that came damaged is not answered and the next R1 says COM_CRC_ERROR") {
    Ready bench;
    bench.bus.faults().add({FaultKind::command_crc, 17});
    CHECK(bench.send(17, 0, 1).error == TransactionError::response_timeout);
    CHECK(bench.status() == (r1::com_crc_error | r1::with_state(DeviceState::tran) | 0x100));
    CHECK(bench.status() == (r1::with_state(DeviceState::tran) | 0x100));
}

TEST_CASE("a command illegal in the state is not answered and the next R1 says so") {
    Ready bench;
    for (const unsigned index : {2U, 3U, 12U, 46U}) {
        CHECK(bench.send(index).error == TransactionError::response_timeout);
        CHECK(bench.state() == DeviceState::tran);
        CHECK(bench.status() == (r1::illegal_command | r1::with_state(DeviceState::tran) | 0x100));
        CHECK((bench.status() & r1::illegal_command) == 0);
    }
}

TEST_CASE("an address beyond the device is refused and no data follow") {
    Ready bench;
    const Transaction read = bench.send(18, MemoryLogic::size, 1);
    CHECK(read.error == TransactionError::refused);
    CHECK((read.status & r1::address_out_of_range) != 0);
    CHECK(bench.send(24, MemoryLogic::size + 1, 1).error == TransactionError::refused);
    CHECK(bench.state() == DeviceState::tran);
    CHECK(bench.logic().calls.empty());
}

TEST_CASE("a read that runs off the end of the device stops there") {
    BusParameters parameters;
    parameters.read_timeout = 50_us;
    Ready bench(Bench::Checker::on, parameters);
    const Transaction read = bench.send(18, MemoryLogic::size - 2, 4);
    CHECK(read.error == TransactionError::data_timeout);
    CHECK(read.blocks == 2);
    CHECK((bench.send(12).status & r1::address_out_of_range) != 0);
}

TEST_CASE("a write that runs off the end of the device gets no more answers") {
    Ready bench;
    const Transaction write = bench.send(25, MemoryLogic::size - 2, 4);
    CHECK(write.error == TransactionError::no_crc_status);
    CHECK(write.blocks == 2);
    CHECK((bench.send(12).status & r1::address_out_of_range) != 0);
}

TEST_CASE("a byte address that is no multiple of 512 is ADDRESS_MISALIGN") {
    auto wanted = Bench::one();
    wanted[0].sector_mode = false;
    Bench bench({}, wanted);
    bench.bring_up();
    const Transaction read = bench.send(17, 513, 1);
    CHECK(read.error == TransactionError::refused);
    CHECK((read.status & r1::address_misalign) != 0);
    CHECK(bench.send(17, 512, 1).error == TransactionError::none);
    CHECK(bench.logics[0].calls.back() == "read 1 1");
}

TEST_CASE("CMD12 before the block count is reached ends a read early") {
    Ready bench;
    bench.send(23, 8);
    CHECK(bench.send(18, 0, 3).blocks == 3);
    const Transaction stop = bench.send(12);
    CHECK(stop.error == TransactionError::none);
    CHECK(r1::state_of(stop.status) == DeviceState::data);
    CHECK(bench.logic().calls.back() == "read 0 3");
    CHECK(bench.state() == DeviceState::tran);
}

TEST_CASE("CMD12 before the block count is reached ends a write early") {
    Ready bench;
    bench.send(23, 8);
    CHECK(bench.send(25, 0, 3).blocks == 3);
    CHECK(bench.state() == DeviceState::rcv);
    CHECK(bench.send(12).error == TransactionError::none);
    CHECK(bench.logic().calls.back() == "write 0 3");
}

TEST_CASE("blocks beyond the block count are not answered") {
    Ready bench;
    bench.logic().programming = 5_us;
    bench.send(23, 2);
    const Transaction write = bench.send(25, 0, 3);
    CHECK(write.error == TransactionError::no_crc_status);
    CHECK(write.blocks == 2);
    CHECK(bench.logic().calls.back() == "write 0 2");
}

TEST_CASE("a read whose response was damaged keeps the lines until its blocks are out") {
    Ready bench;
    bench.bus.faults().add({FaultKind::response_crc, 17});
    const Transaction read = bench.send(17, 0, 1);
    CHECK(read.error == TransactionError::response_crc);
    CHECK(bench.clocks_since_start() == 48 + 2 + 530);
    CHECK(bench.state() == DeviceState::tran);
}

TEST_CASE("a device whose response was lost sends what was asked for and is then free") {
    Ready bench;
    bench.bus.faults().add({FaultKind::no_response, 17});
    CHECK(bench.send(17, 0, 1).error == TransactionError::response_timeout);
    CHECK(bench.state() == DeviceState::data);
    bench.run_for(bench.clocks(600));
    CHECK(bench.state() == DeviceState::tran);
    CHECK(bench.logic().calls.back() == "read 0 1");
}

TEST_CASE("two devices with one address spoil each other's data") {
    auto wanted = Bench::many(2);
    wanted[1].cid = wanted[0].cid;
    Bench bench({}, wanted, Bench::Checker::off);
    bench.speed_up(bench.identify().found);
    bench.send(7, 1 << 16);
    Random random(3);
    random.fill(bench.logics[0].memory);
    random.fill(bench.logics[1].memory);
    CHECK(bench.send(17, 0, 1).error == TransactionError::data_crc);
}
