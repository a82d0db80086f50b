// SPDX-License-Identifier: Apache-2.0
// The timer behind Acks and UpdateFCs: one a limit under load, none when idle.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/units.h"

namespace lookaside::pcie {

inline constexpr SimTime never{INT64_MAX};

/// Restarts from 0 each time a DLLP is scheduled (Base Specification 3.5.3.1), so that under load
/// exactly one goes a limit. If it runs out with nothing to send it stays so for another limit, and
/// what comes up meanwhile goes at once; after a longer pause it starts with what comes up.
class LatencyTimer {
  public:
    explicit LatencyTimer(Picoseconds limit) : limit_(limit) {}

    /// Something comes up at `at` while nothing is owed. Returns when its DLLP is due.
    SimTime due_of(SimTime at) {
        if (at >= expiry_ + limit_) {
            expiry_ = at + limit_;
        }
        return std::max(expiry_, at);
    }
    /// A DLLP is sent at `start`. Returns when the next is due, if something is still owed.
    SimTime restart(SimTime start) {
        if (start >= expiry_) {
            expiry_ += limit_;
        }
        return expiry_;
    }
    /// The earliest due_of() that anything from `now` on can get.
    SimTime soonest(SimTime now) const {
        return now >= expiry_ + limit_ ? now + limit_ : std::max(expiry_, now);
    }

  private:
    Picoseconds limit_;
    SimTime expiry_{0};
};

}  // namespace lookaside::pcie
