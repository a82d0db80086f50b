// SPDX-License-Identifier: Apache-2.0
// What a bus says that it was used for.
#include "tests/rules/emmc/bench.h"
#include "tests/support/catch.h"

using namespace lookaside;
using namespace lookaside::test;

namespace {

const Statistic& find(const std::vector<Statistic>& values, const std::string& name) {
    return *std::find_if(values.begin(), values.end(),
                         [&](const Statistic& each) { return each.name == name; });
}

}  // namespace

TEST_CASE("clocks are counted by kind") {
    Bench bench;
    bench.bring_up();
    bench.host.usage().reset(bench.agenda.now());
    bench.run({{23, 8}, {25, 0, 8}, {23, 8}, {18, 0, 8}});
    const BusUsage& usage = bench.host.usage();
    CHECK(usage.transactions == 4);
    CHECK(usage.blocks == 16);
    CHECK(usage.failed == 0);
    CHECK(usage.clocks.commands == 4 * 48);
    CHECK(usage.clocks.responses == 4 * 48);
    CHECK(usage.clocks.write_blocks == 8 * 530);
    CHECK(usage.clocks.read_blocks == 8 * 530);
    CHECK(usage.clocks.crc_status == 8 * 5);
    std::vector<Statistic> values;
    std::vector<ResourceUsage> resources;
    usage.publish(bench.agenda.now(), "bus", values, resources);
    CHECK(std::get<std::uint64_t>(find(values, "bus.blocks").value) == 16);
    CHECK(resources.at(0).served == 4);
}

TEST_CASE("a bus whose commands follow without pause is busy all the time") {
    Bench bench;
    bench.bring_up();
    bench.run_for(1001_ns);
    const SimTime begin = bench.bus.clock().next_edge(bench.agenda.now());
    bench.run_for(begin - bench.agenda.now());
    bench.host.usage().reset(begin);
    bench.run({{23, 8}, {25, 0, 8}, {18, 0, 8}, {12}, {17, 0, 1}});
    CHECK(bench.host.usage().occupied(bench.agenda.now()) == bench.agenda.now() - begin);
    const SimTime over = bench.agenda.now();
    bench.run_for(1_us);
    CHECK(bench.host.usage().occupied(bench.agenda.now()) ==
          over - begin + bench.bus.clock().span(8));
}

TEST_CASE("time that a device holds DAT0 is told apart") {
    Bench bench;
    bench.bring_up();
    bench.logics[0].programming = 30_us;
    const Picoseconds before = bench.host.usage().held_busy;
    bench.send(24, 0, 1);
    CHECK(bench.host.usage().held_busy - before == 30_us);
}

TEST_CASE("a transaction that cannot end says what it waits for") {
    Bench bench;
    bench.bring_up();
    bench.logics[0].programming = std::nullopt;
    std::vector<std::uint8_t> block(block_bytes);
    Transaction write;
    write.index = 24;
    write.write_data = block;
    bench.host.start(write);
    bench.run_for(100_us);
    std::vector<std::string> waits;
    bench.host.describe_waits(waits);
    CHECK(waits == std::vector<std::string>{"host: CMD24 waits for the response or the end of "
                                            "busy, selected is device 0"});
}
