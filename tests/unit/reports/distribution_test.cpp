// SPDX-License-Identifier: Apache-2.0
#include "reports/distribution.h"

#include <algorithm>

#include "base/random.h"
#include "tests/support/catch.h"

using namespace lookaside;
using namespace lookaside::reports;

namespace {

Distribution summary_of(const std::vector<std::int64_t>& picoseconds) {
    DurationSamples samples;
    for (const std::int64_t ps : picoseconds) {
        samples.add(Picoseconds{ps});
    }
    return samples.summarise();
}

}  // namespace

TEST_CASE("percentile p is the smallest sample that p percent of the samples do not exceed") {
    // The textbook example of the nearest-rank method.
    const Distribution times = summary_of({20, 15, 50, 35, 40});
    CHECK(times.at({500}) == 15_ps);
    CHECK(times.at({2000}) == 15_ps);
    CHECK(times.at({3000}) == 20_ps);
    CHECK(times.at({4000}) == 20_ps);
    CHECK(times.at({5000}) == 35_ps);
    CHECK(times.at({9999}) == 50_ps);
}

TEST_CASE("percentiles of any samples are those that sorting gives") {
    Random random(7);
    const std::size_t count = GENERATE(1U, 2U, 9U, 100U, 1'000U, 10'007U);
    const std::uint64_t distinct = GENERATE(3ULL, 1'000'000ULL, 20'000'000'000ULL);
    std::vector<std::int64_t> samples;
    for (std::size_t i = 0; i < count; ++i) {
        samples.push_back(static_cast<std::int64_t>(random.below(distinct)));
    }
    const Distribution times = summary_of(samples);
    std::sort(samples.begin(), samples.end());
    for (const Percentile percentile : reported_percentiles) {
        std::size_t rank = 0;
        while (++rank * 10'000 < percentile.hundredths * count) {
        }
        CHECK(times.at(percentile).count() == samples[rank - 1]);
    }
    CHECK(times.min.count() == samples.front());
    CHECK(times.max.count() == samples.back());
}

TEST_CASE("sum, mean and standard deviation cover all samples") {
    const Distribution times = summary_of({2, 4, 4, 4, 5, 5, 7, 9});
    CHECK(times.count == 8);
    CHECK(times.sum == 40_ps);
    CHECK(times.mean_ps == 5.0);
    CHECK(times.stddev_ps == 2.0);
}

TEST_CASE("a sample of more than 32 bits is kept exactly, and so are those before it") {
    const Distribution times = summary_of({4'294'967'295, 1, 4'294'967'296, 12'345'678'901'234});
    CHECK(times.min == 1_ps);
    CHECK(times.at({5000}).count() == 4'294'967'295);
    CHECK(times.at({7000}).count() == 4'294'967'296);
    CHECK(times.max.count() == 12'345'678'901'234);
    CHECK(times.count == 4);
}

TEST_CASE("without samples a distribution is all zero") {
    const Distribution times = summary_of({});
    CHECK(times.count == 0);
    CHECK(times.max == 0_ps);
    CHECK(times.at({9900}) == 0_ps);
}

TEST_CASE("a percentile is named as people write it") {
    CHECK(Percentile{5000}.name() == "p50");
    CHECK(Percentile{9990}.name() == "p99.9");
    CHECK(Percentile{9995}.name() == "p99.95");
    CHECK(Percentile{9999}.name('_') == "p99_99");
}
