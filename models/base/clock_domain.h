// SPDX-License-Identifier: Apache-2.0
// Converts between cycles and time, and aligns actions to clock edges, without a ticking clock.
#pragma once

#include "base/units.h"

namespace lookaside {

/// A free-running clock whose first rising edge is at time 0. Costs nothing while it runs.
class ClockDomain {
  public:
    explicit constexpr ClockDomain(Hertz frequency)
        : frequency_(frequency), period_(frequency.period()) {}

    constexpr Hertz frequency() const { return frequency_; }
    constexpr Picoseconds period() const { return period_; }

    /// Duration of `cycles` periods.
    constexpr Picoseconds span(Cycles cycles) const {
        return period_ * static_cast<std::int64_t>(cycles);
    }
    /// First rising edge at or after `t`.
    constexpr SimTime next_edge(SimTime t) const {
        const auto past = t.count() % period_.count();
        return past == 0 ? t : t + (period_ - Picoseconds{past});
    }
    /// `cycles` edges after the first edge at or after `t`.
    constexpr SimTime edge_after(SimTime t, Cycles cycles) const {
        return next_edge(t) + span(cycles);
    }
    /// Whole cycles that `t` covers, rounded up.
    constexpr Cycles cycles_in(Picoseconds t) const {
        return static_cast<Cycles>((t.count() + period_.count() - 1) / period_.count());
    }

  private:
    Hertz frequency_;
    Picoseconds period_;
};

}  // namespace lookaside
