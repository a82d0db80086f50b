// SPDX-License-Identifier: Apache-2.0
// How the devices of a bus are found and named: power-up, arbitration, addresses, and its cost.
#include <algorithm>
#include <set>

#include "models/emmc/arbitration.h"
#include "tests/rules/emmc/bench.h"
#include "tests/support/catch.h"

using namespace lookaside;
using namespace lookaside::test;

namespace {

std::vector<DeviceParameters> with_random_cids(unsigned count, std::uint64_t seed) {
    Random random(seed);
    std::vector<DeviceParameters> result(count);
    for (DeviceParameters& each : result) {
        random.fill(each.cid);
    }
    return result;
}

/// All are found once, smallest CID first, and each holds the address it was given.
void check_all_found(unsigned count, std::uint64_t seed) {
    Bench bench({}, with_random_cids(count, seed));
    const IdentificationResult result = bench.identify();
    REQUIRE(result.problems.empty());
    REQUIRE(result.found.size() == count);
    for (unsigned i = 0; i < count; ++i) {
        CHECK(result.found[i].rca == i + 1);
        CHECK((i == 0 || result.found[i - 1].cid < result.found[i].cid));
        const auto owner = std::find_if(bench.devices.begin(), bench.devices.end(), [&](Device& d) {
            return d.parameters().cid == result.found[i].cid;
        });
        REQUIRE(owner != bench.devices.end());
        CHECK(owner->rca() == i + 1);
        CHECK(owner->state(bench.agenda.now()) == DeviceState::stby);
    }
}

}  // namespace

TEST_CASE("a device alone on its bus is found") {
    check_all_found(1, 11);
}
TEST_CASE("two devices are found in order of their CIDs") {
    check_all_found(2, 12);
}
TEST_CASE("seven devices are found in order of their CIDs") {
    check_all_found(7, 13);
}
TEST_CASE("thirty devices are found in order of their CIDs") {
    check_all_found(30, 14);
}

TEST_CASE("who sends a one and reads a zero has lost the arbitration") {
    Cid low{};
    Cid high{};
    high[0] = 0x01;  // the first difference counts,
    low[15] = 0xFF;  // whatever follows
    const std::vector<Frame> contenders{r2_frame(high), r2_frame(low)};
    const ArbitrationResult result = arbitrate(contenders);
    CHECK(result.won == std::vector<bool>{false, true});
    CHECK(result.wire.bytes == r2_frame(low).bytes);
}

TEST_CASE("identification costs 197 clocks for CMD2 and 106 for CMD3 of each device") {
    Bench bench({}, Bench::many(3));
    REQUIRE(bench.identify().found.size() == 3);
    std::size_t first = 0;
    while (bench.log.commands[first].index != 2) {
        ++first;
    }
    for (std::size_t i = first; i < first + 6; i += 2) {
        CHECK(bench.clocks_between(i, i + 1) == 48 + 5 + 136 + 8);
        CHECK(bench.clocks_between(i + 1, i + 2) == 48 + 2 + 48 + 8);
    }
}

TEST_CASE("identification begins with 74 clocks at 400 kHz at least") {
    BusParameters parameters;
    parameters.power_up_wait = 0_ps;
    Bench bench(parameters);
    bench.identify();
    CHECK(bench.log.commands.front().index == 0);
    CHECK(bench.start_of(0) == 74 * Hertz{400'000}.period());
}

TEST_CASE("CMD1 is repeated every 109 clocks while any device powers up") {
    auto wanted = Bench::many(3);
    wanted[1].power_up_time = 20_ms;
    Bench bench({}, wanted);
    REQUIRE(bench.identify().found.size() == 3);
    std::size_t tries = 0;
    for (const auto& command : bench.log.commands) {
        tries += command.index == 1 ? 1 : 0;
    }
    CHECK(tries > 60);
    CHECK(bench.clocks_between(1, 2) == 109);
    // The command whose end bit the slow device receives powered up is the last.
    CHECK(bench.start_of(tries) + 48 * bench.bus.clock().period() >= 20_ms);
    CHECK(bench.start_of(tries - 1) + 48 * bench.bus.clock().period() < 20_ms);
}

TEST_CASE("a device that stays busy after power-up ends identification with a time-out") {
    auto wanted = Bench::many(2);
    wanted[0].power_up_time = never;
    Bench bench({}, wanted);
    const IdentificationResult result = bench.identify();
    CHECK(result.found.empty());
    REQUIRE(result.problems.size() == 1);
    CHECK(result.problems[0] == "bus: a device is still busy after the power-up time-out");
    CHECK(bench.agenda.now() > 1000_ms);
}

TEST_CASE("a device without the host's voltages leaves the bus to the others") {
    auto wanted = Bench::many(2);
    wanted[0].voltages = 0;
    Bench bench({}, wanted);
    const IdentificationResult result = bench.identify();
    REQUIRE(result.found.size() == 1);
    CHECK(result.found[0].cid == bench.devices[1].parameters().cid);
    CHECK(bench.devices[0].state(bench.agenda.now()) == DeviceState::inactive);
}

TEST_CASE("CMD1 without a voltage window asks and changes nothing") {
    Bench bench;
    bench.run_for(1_ms);
    const Transaction query = bench.send(1, 0);
    CHECK((query.status & ocr::powered_up) != 0);
    CHECK(bench.devices[0].state(bench.agenda.now()) == DeviceState::idle);
}

TEST_CASE("an empty bus is found empty") {
    Bench bench({}, {});
    const IdentificationResult result = bench.identify();
    CHECK(result.found.empty());
    CHECK(result.problems == std::vector<std::string>{"bus: no device answers CMD1"});
}

TEST_CASE("a mute device is not found and does not hinder the others") {
    Bench bench({}, Bench::many(3));
    bench.devices[1].faults().mute = true;
    const IdentificationResult result = bench.identify();
    CHECK(result.problems.empty());
    REQUIRE(result.found.size() == 2);
    CHECK(result.found[0].cid == bench.devices[0].parameters().cid);
    CHECK(result.found[1].cid == bench.devices[2].parameters().cid);
}

TEST_CASE("a device removed during arbitration spoils that CID and none other") {
    Bench bench({}, Bench::many(3));
    bench.devices[0].faults().removed_at_cid_bit = 125;  // all others have given up by then
    const IdentificationResult result = bench.identify();
    CHECK(result.problems == std::vector<std::string>{
                                 "bus: CMD2: wrong CRC7 in a response",
                                 "bus: CMD3 with RCA 1: the device that won CMD2 does not answer"});
    REQUIRE(result.found.size() == 2);
    CHECK(result.found[0].cid == bench.devices[1].parameters().cid);
    CHECK(result.found[1].cid == bench.devices[2].parameters().cid);
}

TEST_CASE("a device that hangs in arbitration spoils that CID and none other") {
    Bench bench({}, Bench::many(3));
    bench.devices[2].faults().hangs_at_cid_bit = 20;  // before any has given up: it wins
    const IdentificationResult result = bench.identify();
    CHECK(result.problems.size() == 2);
    REQUIRE(result.found.size() == 2);
    CHECK(result.found[0].cid == bench.devices[0].parameters().cid);
    CHECK(result.found[1].cid == bench.devices[1].parameters().cid);
}

TEST_CASE("a CID that came damaged is read again with CMD10") {
    Bench bench({}, Bench::many(2));
    bench.bus.faults().add({FaultKind::response_crc, 2});
    const IdentificationResult result = bench.identify();
    CHECK(result.problems == std::vector<std::string>{"bus: CMD2: wrong CRC7 in a response"});
    REQUIRE(result.found.size() == 2);
    CHECK(result.found[0].cid == bench.devices[0].parameters().cid);
}

TEST_CASE("a CMD3 that was not understood is sent again") {
    Bench bench({}, Bench::many(2));
    bench.bus.faults().add({FaultKind::command_crc, 3});
    const IdentificationResult result = bench.identify();
    CHECK(result.problems.empty());
    CHECK(result.found.size() == 2);
}

TEST_CASE("a damaged answer to CMD3 does not lose the device") {
    Bench bench({}, Bench::many(2));
    bench.bus.faults().add({FaultKind::response_end_bit, 3});
    const IdentificationResult result = bench.identify();
    CHECK(result.problems == std::vector<std::string>{"bus: CMD3: missing end bit of a response"});
    CHECK(result.found.size() == 2);
}

TEST_CASE("a CMD line that spoils every CID ends identification after three attempts") {
    Bench bench({}, Bench::many(2));
    bench.bus.faults().add({FaultKind::response_crc, 2});
    for (unsigned i = 0; i < 3; ++i) {
        bench.bus.faults().add({FaultKind::response_crc, 10, i});
    }
    const IdentificationResult result = bench.identify();
    CHECK(result.found.empty());
    CHECK(result.problems.back() == "bus: CMD10 with RCA 1: no readable CID in three attempts");
}

TEST_CASE("a bus takes as many devices as there are addresses") {
    MemoryLogic logic;
    Device device("device", Bench::device(1), logic);
    Bus bus("bus", {});
    for (unsigned i = 0; i < 65'535; ++i) {
        bus.attach(device);
    }
    CHECK_THROWS_WITH(bus.attach(device), "bus: more than 65535 devices, one for each RCA");
}

TEST_CASE("two devices with one CID win together and share an address") {
    auto wanted = Bench::many(2);
    wanted[1].cid = wanted[0].cid;
    Bench bench({}, wanted, Bench::Checker::off);
    CHECK(bench.identify().found.size() == 1);
    CHECK(bench.devices[0].rca() == bench.devices[1].rca());
}

TEST_CASE("the checker notices that two devices answer one CMD3") {
    auto wanted = Bench::many(2);
    wanted[1].cid = wanted[0].cid;
    Bench bench({}, wanted);
    CHECK_THROWS_WITH(bench.identify(), Catch::Contains("several devices answer CMD3"));
}
