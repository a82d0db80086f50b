// SPDX-License-Identifier: Apache-2.0
#include "base/timeline.h"

#include "tests/support/catch.h"

using namespace lookaside;

TEST_CASE("the stages of a request add up to its latency") {
    Timeline timeline;
    timeline.stamp(Moment::submitted, 100_ps);
    timeline.stamp(Moment::dispatched, 250_ps);
    timeline.stamp(Moment::engine_start, 251_ps);
    timeline.stamp(Moment::callback, 1000_ps);
    Picoseconds sum{0};
    int stages = 0;
    timeline.for_each_stage([&](Moment, Picoseconds duration) {
        sum += duration;
        ++stages;
    });
    CHECK(sum == timeline.latency());
    CHECK(stages == 3);
    CHECK(timeline.is_ordered());
}

TEST_CASE("a moment earlier than the one before it in the chain is noticed") {
    Timeline timeline;
    timeline.stamp(Moment::submitted, 100_ps);
    timeline.stamp(Moment::engine_end, 300_ps);
    timeline.stamp(Moment::callback, 200_ps);
    CHECK_FALSE(timeline.is_ordered());
}
