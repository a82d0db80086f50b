// SPDX-License-Identifier: Apache-2.0
// When the requests of an open loop arrive.
#pragma once

#include <cmath>
#include <cstdint>

#include "base/random.h"
#include "base/units.h"

namespace lookaside::workloads {

class Arrivals {
  public:
    virtual ~Arrivals() = default;
    /// Time of the next arrival, counted from the start; never goes back.
    virtual Picoseconds next() = 0;
};

inline constexpr double picoseconds_per_second = 1e12;

/// Evenly spaced: the n-th arrival is at n / rate, so rounding does not add up.
class ConstantArrivals final : public Arrivals {
  public:
    /// `rate`: requests a second, above 0.
    explicit ConstantArrivals(double rate) : gap_(picoseconds_per_second / rate) {}
    Picoseconds next() override {
        ++count_;
        return Picoseconds{std::llround(static_cast<double>(count_) * gap_)};
    }

  private:
    double gap_;
    std::uint64_t count_ = 0;
};

/// Poisson process: independent, exponentially distributed gaps.
class PoissonArrivals final : public Arrivals {
  public:
    /// `rate`: mean requests a second, above 0.
    PoissonArrivals(double rate, std::uint64_t seed)
        : mean_gap_(picoseconds_per_second / rate), random_(seed) {}
    Picoseconds next() override {
        at_ += Picoseconds{std::llround(random_.exponential(mean_gap_))};
        return at_;
    }

  private:
    double mean_gap_;
    Random random_;
    Picoseconds at_{0};
};

}  // namespace lookaside::workloads
