// SPDX-License-Identifier: Apache-2.0
// Table 1 of the engine array's publication (JEIT 43(12), 2021): the longest latency of a task.
#include <array>
#include <utility>

#include "app/array_queue_model.h"
#include "tests/support/catch.h"

using namespace lookaside;
using namespace lookaside::app;

namespace {

// N * M of the table's columns (M = 1 and 8; N = 1, 2, 4, 8), and the printed milliseconds.
constexpr std::array<std::pair<unsigned, double>, 7> table{
    {{1, 24007}, {2, 12008}, {4, 6010}, {8, 3014}, {16, 1522}, {32, 788}, {64, 445}}};

double milliseconds(Picoseconds time) {
    return to_us(time) / 1000.0;
}

}  // namespace

TEST_CASE("the closed form gives every value of Table 1 exactly") {
    for (const auto& [servers, printed] : table) {
        CHECK(milliseconds(table_latency({.servers = servers})) == printed);
    }
}

TEST_CASE("batches give the values of Table 1 where the servers divide the queue") {
    for (const auto& [servers, printed] : table) {
        if (4000 % servers == 0) {
            CHECK(milliseconds(simulate_batches({.servers = servers})) == printed);
        }
    }
    // 62 whole batches, and a half one that the asked-for task goes with.
    CHECK(milliseconds(simulate_batches({.servers = 64})) == 62 * 6 + 64 + 6);
}

TEST_CASE("first come, first served is faster by the receptions that overlap") {
    for (const auto& [servers, printed] : table) {
        if (4000 % servers == 0) {
            CHECK(milliseconds(simulate_fifo({.servers = servers})) == printed - (servers - 1));
        }
    }
}
