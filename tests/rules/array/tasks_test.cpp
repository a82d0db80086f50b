// SPDX-License-Identifier: Apache-2.0
// Rules of single tasks: what comes back, in which order, and what is refused.
#include <algorithm>

#include "base/aes_gcm.h"
#include "datasheets/blank_sector.h"
#include "tests/rules/array/bench.h"
#include "tests/support/catch.h"

using namespace lookaside;
using namespace lookaside::test;

TEST_CASE("a hash task returns the payload's digest") {
    ArrayBench bench(ArrayBench::small());
    bench.start();
    bench.submit({bench.hash(5)});
    const auto done = bench.wait_for(1);
    REQUIRE(done.size() == 1);
    CHECK(done[0].entry.tag == 5);
    CHECK(done[0].entry.status == static_cast<std::uint8_t>(TaskStatus::ok));
    CHECK(done[0].entry.result_length == 32);
    CHECK(bench.digest_is_right(5));
    CHECK(bench.timeline(5).is_ordered());
    CHECK(bench.card.broken_rules().empty());
}
