// SPDX-License-Identifier: Apache-2.0
// Measures how busy a resource is and how many jobs it holds, over a window that can be reopened.
#pragma once

#include <algorithm>
#include <string>

#include "base/statistics.h"
#include "base/units.h"

namespace lookaside {

/// Busy time is given either as a level (set_busy) or as spans, which may lie ahead of now
/// (add_busy_span); use one of the two.
class UsageMeter {
  public:
    void set_busy(SimTime now, bool busy) {
        if (busy_ == busy) {
            return;
        }
        if (busy_) {
            busy_time_ += now - std::max(busy_since_, window_start_);
        }
        busy_ = busy;
        busy_since_ = now;
    }
    void add_busy_span(SimTime from, SimTime to) {
        busy_time_ += to - from;
        ahead_until_ = std::max(ahead_until_, to);
    }

    void arrive(SimTime now) {
        integrate(now);
        ++present_;
    }
    void depart(SimTime now, SimTime arrived) {
        integrate(now);
        --present_;
        ++served_;
        residence_ += now - arrived;
    }
    /// A job left without having been served.
    void drop(SimTime now) {
        integrate(now);
        --present_;
    }
    void count_served() { ++served_; }

    void reset(SimTime now) {
        integrate(now);
        window_start_ = now;
        // What was booked ahead belongs to the new window.
        busy_time_ = std::max(Picoseconds{0}, ahead_until_ - now);
        served_ = 0;
        residence_ = Picoseconds{0};
        jobs_time_ = 0.0;
    }

    ResourceUsage usage(SimTime now, std::string name, std::string description) const {
        ResourceUsage result;
        result.name = std::move(name);
        result.description = std::move(description);
        result.busy = busy_time_ - std::max(Picoseconds{0}, ahead_until_ - now);
        if (busy_) {
            result.busy += now - std::max(busy_since_, window_start_);
        }
        result.busy = std::max(result.busy, Picoseconds{0});
        result.served = served_;
        result.jobs_time_integral =
            jobs_time_ + static_cast<double>(present_) * static_cast<double>((now - last_).count());
        result.residence = residence_;
        return result;
    }

  private:
    void integrate(SimTime now) {
        jobs_time_ += static_cast<double>(present_) * static_cast<double>((now - last_).count());
        last_ = now;
    }

    SimTime window_start_{0};
    bool busy_ = false;
    SimTime busy_since_{0};
    Picoseconds busy_time_{0};
    SimTime ahead_until_{0};
    std::uint64_t present_ = 0;
    std::uint64_t served_ = 0;
    SimTime last_{0};
    double jobs_time_ = 0.0;
    Picoseconds residence_{0};
};

}  // namespace lookaside
