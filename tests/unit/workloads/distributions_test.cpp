// SPDX-License-Identifier: Apache-2.0
#include "host/workloads/arrivals.h"
#include "host/workloads/size_mix.h"
#include "tests/support/catch.h"

#include <map>

using namespace lookaside;
using namespace lookaside::workloads;

TEST_CASE("IMIX draws 40, 576 and 1500 bytes as 7 : 4 : 1") {
    const SizeMix mix = SizeMix::imix();
    Random random(1);
    std::map<Bytes, int> drawn;
    constexpr int draws = 120'000;
    for (int i = 0; i < draws; ++i) {
        ++drawn[mix.draw(random)];
    }
    // Four standard deviations of the binomial count.
    CHECK(drawn[40] == Approx(70'000).margin(4 * 171));
    CHECK(drawn[576] == Approx(40'000).margin(4 * 164));
    CHECK(drawn[1500] == Approx(10'000).margin(4 * 96));
    CHECK(drawn.size() == 3);
    CHECK(mix.largest() == 1500);
    CHECK(mix.mean() == Approx((7 * 40 + 4 * 576 + 1500) / 12.0));
}

TEST_CASE("constant arrivals do not drift") {
    ConstantArrivals arrivals(3'000'000.0);  // a gap of 333,333.3 ps
    Picoseconds at{0};
    for (int i = 0; i < 3'000'000; ++i) {
        at = arrivals.next();
    }
    CHECK(at == 1'000_ms);
}

TEST_CASE("Poisson arrivals have the mean gap, and as large a deviation") {
    PoissonArrivals arrivals(1'000'000.0, 7);
    constexpr int count = 100'000;
    double sum = 0.0;
    double squares = 0.0;
    Picoseconds last{0};
    for (int i = 0; i < count; ++i) {
        const Picoseconds at = arrivals.next();
        REQUIRE(at >= last);
        const double gap = to_us(at - last);
        sum += gap;
        squares += gap * gap;
        last = at;
    }
    const double mean = sum / count;
    // Four standard errors of the mean of 100,000 exponential gaps of 1 us.
    CHECK(mean == Approx(1.0).margin(4 * 0.00316));
    CHECK(std::sqrt(squares / count - mean * mean) == Approx(1.0).margin(0.02));
}
