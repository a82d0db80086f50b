// SPDX-License-Identifier: Apache-2.0
// How many clocks the transfers of 4 KiB take with the fastest constants, in every mode.
#include <numeric>

#include "tests/rules/emmc/bench.h"
#include "tests/support/catch.h"

using namespace lookaside;
using namespace lookaside::test;

namespace {

struct Row {
    BusMode mode;
    unsigned width;
    Hertz clock;
    Cycles block;         // start bit, payload, CRC16, end bit
    Cycles counted_read;  // CMD23, CMD18
    Cycles stopped_read;  // CMD18, CMD12
    Cycles write;         // CMD23, CMD25, without programming
    Cycles single_reads;  // 8 x CMD17
    Cycles single_writes;
};

const std::vector<Row> rows{
    {BusMode::legacy, 1, 20_MHz, 4114, 33090, 33082, 33196, 33376, 33832},
    {BusMode::legacy, 1, 26_MHz, 4114, 33090, 33082, 33196, 33376, 33832},
    {BusMode::legacy, 4, 26_MHz, 1042, 8514, 8506, 8620, 8800, 9256},
    {BusMode::legacy, 8, 26_MHz, 530, 4418, 4410, 4524, 4704, 5160},
    {BusMode::high_speed, 4, 52_MHz, 1042, 8514, 8506, 8620, 8800, 9256},
    {BusMode::high_speed, 8, 52_MHz, 530, 4418, 4410, 4524, 4704, 5160},
    {BusMode::ddr52, 4, 52_MHz, 530, 4418, 4410, 4524, 4704, 5160},
    {BusMode::ddr52, 8, 52_MHz, 274, 2370, 2362, 2476, 2656, 3112},
    {BusMode::hs200, 4, 200_MHz, 1042, 8514, 8506, 8620, 8800, 9256},
    {BusMode::hs200, 8, 200_MHz, 530, 4418, 4410, 4524, 4704, 5160},
    {BusMode::hs400, 8, 200_MHz, 274, 2370, 2362, 2476, 2656, 3112},
};

const Step status{13, 1 << 16};

/// Clocks from the first command to where another command begins.
Cycles measure(Bench& bench, std::vector<Step> steps) {
    steps.push_back(status);
    bench.log.commands.clear();
    for (const Transaction& each : bench.run(steps)) {
        REQUIRE(each.error == TransactionError::none);
    }
    return bench.clocks_between(0, steps.size() - 1);
}

void check_row(std::size_t number) {
    const Row& row = rows[number];
    BusParameters parameters;
    parameters.mode = row.mode;
    parameters.width = row.width;
    parameters.clock = row.clock;
    Bench bench(parameters);
    bench.bring_up();

    CHECK(block_clocks(row.width, is_ddr(row.mode)) == row.block);
    CHECK(measure(bench, {{23, 8}, {18, 0, 8}}) == row.counted_read);
    CHECK(measure(bench, {{18, 0, 8}, {12}}) == row.stopped_read);
    CHECK(measure(bench, {{23, 8}, {25, 0, 8}}) == row.write);
    CHECK(measure(bench, std::vector<Step>(8, {17, 0, 1})) == row.single_reads);
    CHECK(measure(bench, std::vector<Step>(8, {24, 0, 1})) == row.single_writes);
    CHECK(bench.checker.seen() > 0);
}

}  // namespace

TEST_CASE("4 KiB: one line - 20 MHz") {
    check_row(0);
}
TEST_CASE("4 KiB: one line - 26 MHz") {
    check_row(1);
}
TEST_CASE("4 KiB: four lines - 26 MHz") {
    check_row(2);
}
TEST_CASE("4 KiB: eight lines - 26 MHz") {
    check_row(3);
}
TEST_CASE("4 KiB: high speed - four lines - 52 MHz") {
    check_row(4);
}
TEST_CASE("4 KiB: high speed - eight lines - 52 MHz") {
    check_row(5);
}
TEST_CASE("4 KiB: DDR52 - four lines") {
    check_row(6);
}
TEST_CASE("4 KiB: DDR52 - eight lines") {
    check_row(7);
}
TEST_CASE("4 KiB: HS200 - four lines") {
    check_row(8);
}
TEST_CASE("4 KiB: HS200 - eight lines") {
    check_row(9);
}
TEST_CASE("4 KiB: HS400") {
    check_row(10);
}
