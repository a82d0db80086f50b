// SPDX-License-Identifier: Apache-2.0
// Exact distribution of durations: all samples are kept, percentiles are by nearest rank.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/units.h"

namespace lookaside::reports {

/// A percentile in hundredths of a percent: 9999 is p99.99.
struct Percentile {
    std::uint32_t hundredths = 0;

    /// "p50", "p99.9"; with `point` '_' as it is spelt in JSON keys: "p99_9".
    std::string name(char point = '.') const;
    friend constexpr bool operator==(Percentile, Percentile) = default;
};

/// The percentiles reported everywhere: fio's default list, p1 to p99.99.
inline constexpr std::array<Percentile, 17> reported_percentiles{{{100},
                                                                  {500},
                                                                  {1000},
                                                                  {2000},
                                                                  {3000},
                                                                  {4000},
                                                                  {5000},
                                                                  {6000},
                                                                  {7000},
                                                                  {8000},
                                                                  {9000},
                                                                  {9500},
                                                                  {9900},
                                                                  {9950},
                                                                  {9990},
                                                                  {9995},
                                                                  {9999}}};

/// Summary of a set of durations. All zero when there are no samples.
struct Distribution {
    std::uint64_t count = 0;
    Picoseconds sum{0};
    Picoseconds min{0};
    Picoseconds max{0};
    double mean_ps = 0.0;
    double stddev_ps = 0.0;  // of the population (divided by count)
    std::array<Picoseconds, reported_percentiles.size()> percentiles{};

    /// One of reported_percentiles; throws std::out_of_range for another.
    Picoseconds at(Percentile percentile) const;
};

/// The samples themselves, in the order they came: 4 bytes each while all are below 4.29 ms,
/// 8 bytes each from the first longer one on. Durations are not negative.
class DurationSamples {
  public:
    void add(Picoseconds duration);
    void clear();
    std::uint64_t count() const { return wide_.empty() ? narrow_.size() : wide_.size(); }

    /// Percentile p is by nearest rank: the smallest sample such that at least p percent of all
    /// samples are no greater, which is the sample of rank ceil(p / 100 * count), counted from 1.
    /// It always is a sample, never an interpolated value.
    Distribution summarise() const;

  private:
    std::vector<std::uint32_t> narrow_;
    std::vector<std::uint64_t> wide_;
};

}  // namespace lookaside::reports
