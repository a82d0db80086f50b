// SPDX-License-Identifier: Apache-2.0
// Each rule of the protocol checker: what it stops. What it lets through, every other test shows.
#include "models/emmc/protocol_checker.h"

#include "tests/rules/emmc/bench.h"
#include "tests/support/catch.h"

using namespace lookaside;
using namespace lookaside::test;
using Catch::Contains;

namespace {

constexpr Picoseconds period = 5_ns;
constexpr SimTime at(int clock) {
    return period * clock;
}

/// Frames and blocks told to a checker by hand, on a bus in HS200 with eight lines.
struct Wires {
    Wires() { bus.change({200_MHz, 8, false, false}); }

    void command(unsigned index, std::uint32_t argument, int start) {
        checker.command(command_frame(index, argument), at(start), at(start + 48));
    }
    void answer(unsigned index, std::uint32_t status, Device& from, int start) {
        Device* const drivers[] = {&from};
        checker.response(r1_frame(index, status), drivers, at(start), at(start + 48));
    }
    void select(Device& device, int start) {
        command(7, 1 << 16, start);
        answer(7, 0x700, device, start + 50);
    }
    void block(Device* from, int start, int clocks = 530) {
        std::vector<Device*> drivers;
        if (from != nullptr) {
            drivers.push_back(from);
        }
        checker.block({from == nullptr, drivers, bytes, LineCrcs{}, at(start), at(start + clocks)});
    }

    std::vector<std::uint8_t> bytes = std::vector<std::uint8_t>(block_bytes);
    MemoryLogic logic;
    Device first{"first", Bench::device(1), logic};
    Device second{"second", Bench::device(2), logic};
    Bus bus{"bus", {}};
    ProtocolChecker checker{bus};
};

}  // namespace

TEST_CASE("rule: a command waits N_RC after a response") {
    Wires wires;
    wires.command(13, 0, 0);
    wires.answer(13, 0x900, wires.first, 50);
    CHECK_NOTHROW(wires.command(13, 0, 106));
    wires.answer(13, 0x900, wires.first, 156);
    CHECK_THROWS_WITH(wires.command(13, 0, 211), Contains("N_RC") && Contains("5000 ps too early"));
}

TEST_CASE("rule: a command waits N_CC after one without response") {
    Wires wires;
    wires.command(0, 0, 0);
    CHECK_NOTHROW(wires.command(0, 0, 56));
    CHECK_THROWS_WITH(wires.command(0, 0, 111), Contains("N_CC"));
}

TEST_CASE("rule: after an unanswered CMD2 a CID's length passes too") {
    Wires wires;
    wires.command(2, 0, 0);
    CHECK_THROWS_WITH(wires.command(3, 0, 48 + 8 + 135), Contains("N_CC"));
    CHECK_NOTHROW(wires.command(3, 0, 48 + 8 + 136));
}

TEST_CASE("rule: a response comes 2 to 64 clocks after its command") {
    Wires wires;
    wires.command(13, 0, 0);
    CHECK_THROWS_WITH(wires.answer(13, 0, wires.first, 49), Contains("N_CR"));
    CHECK_NOTHROW(wires.answer(13, 0, wires.first, 48 + 64));
    CHECK_THROWS_WITH(wires.answer(13, 0, wires.first, 48 + 65), Contains("64 clocks"));
}

TEST_CASE("rule: identification responses come after exactly five clocks") {
    Wires wires;
    wires.command(2, 0, 0);
    CHECK_NOTHROW(wires.answer(2, 0, wires.first, 53));
    CHECK_THROWS_WITH(wires.answer(2, 0, wires.first, 54), Contains("N_ID"));
}

TEST_CASE("rule: an address belongs to one device") {
    Wires wires;
    wires.command(3, 1 << 16, 0);
    wires.answer(3, 0x500, wires.first, 50);
    wires.command(3, 1 << 16, 200);
    CHECK_THROWS_WITH(wires.answer(3, 0x500, wires.second, 250), Contains("RCA 1 is given twice"));
}

TEST_CASE("rule: one device answers outside identification") {
    Wires wires;
    Device* const both[] = {&wires.first, &wires.second};
    wires.command(13, 1 << 16, 0);
    CHECK_THROWS_WITH(wires.checker.response(r1_frame(13, 0), both, at(50), at(98)),
                      Contains("several devices answer CMD13"));
}

TEST_CASE("rule: only the selected device drives the data lines") {
    Wires wires;
    wires.select(wires.first, 0);
    wires.command(17, 0, 200);
    wires.answer(17, 0x900, wires.first, 250);
    CHECK_THROWS_WITH(wires.block(&wires.second, 250), Contains("second drives DAT"));
    CHECK_THROWS_WITH(wires.checker.busy(wires.second, at(800), at(900)),
                      Contains("second drives DAT"));
}

TEST_CASE("rule: the data lines are half duplex") {
    Wires wires;
    wires.select(wires.first, 0);
    wires.command(18, 0, 200);
    wires.answer(18, 0x900, wires.first, 250);
    wires.block(&wires.first, 250);
    CHECK_THROWS_WITH(wires.block(nullptr, 700), Contains("two blocks overlap"));
    CHECK_THROWS_WITH(wires.block(&wires.first, 781), Contains("N_AC"));
    CHECK_NOTHROW(wires.block(&wires.first, 782));
}

TEST_CASE("rule: a block has the length of the bus's width and edges") {
    Wires wires;
    wires.select(wires.first, 0);
    wires.command(18, 0, 200);
    wires.answer(18, 0x900, wires.first, 250);
    CHECK_THROWS_WITH(wires.block(&wires.first, 250, 529), Contains("wrong length"));
}

TEST_CASE("rule: a written block waits N_WR after response and CRC status") {
    Wires wires;
    wires.select(wires.first, 0);
    wires.command(25, 0, 200);
    CHECK_THROWS_WITH(wires.block(nullptr, 300), Contains("without the response"));
    wires.answer(25, 0x900, wires.first, 250);
    CHECK_THROWS_WITH(wires.block(nullptr, 299), Contains("N_WR"));
    wires.block(nullptr, 300);
    CHECK_THROWS_WITH(wires.checker.crc_status(wires.first, true, at(831), at(836)),
                      Contains("N_CRC"));
    wires.checker.crc_status(wires.first, true, at(832), at(837));
    CHECK_THROWS_WITH(wires.block(nullptr, 838), Contains("N_WR"));
    CHECK_NOTHROW(wires.block(nullptr, 839));
}

TEST_CASE("rule: a write goes to a device that is in tran") {
    Wires wires;
    CHECK_THROWS_WITH(wires.command(24, 0, 0), Contains("no device is selected"));
    wires.select(wires.first, 200);
    wires.command(24, 0, 400);
    CHECK_THROWS_WITH(wires.answer(24, 0xE00, wires.first, 450), Contains("CMD24 in state prg"));
}

TEST_CASE("rule: no data command while DAT0 is held busy - until the device is deselected") {
    Wires wires;
    wires.select(wires.first, 0);
    wires.checker.busy(wires.first, at(200), at(5000));
    CHECK_THROWS_WITH(wires.command(25, 0, 300), Contains("held busy"));
    wires.command(7, 2 << 16, 400);
    wires.answer(7, 0x700, wires.second, 450);
    CHECK_NOTHROW(wires.command(25, 0, 600));
}

TEST_CASE("a host that writes to a programming device is stopped by the checker") {
    Bench bench;
    bench.bring_up();
    bench.logics[0].programming = 100_us;
    bench.send(24, 0, 1, false);
    CHECK_THROWS_WITH(bench.send(24, 0, 1), Contains("held busy"));
}
