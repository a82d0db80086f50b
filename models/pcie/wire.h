// SPDX-License-Identifier: Apache-2.0
// One direction of the link as a resource: when it is free, and the SKP ordered sets on it.
#pragma once

#include <algorithm>
#include <cstdint>

#include "models/pcie/link_parameters.h"

namespace lookaside::pcie {

/// Packets follow each other without gaps; an SKP ordered set that has become due goes between
/// two packets. Everything is computed when somebody asks: an idle wire costs nothing.
class Wire {
  public:
    explicit Wire(const LinkTiming& timing) : timing_(timing), next_skp_(timing.skp_interval()) {}

    /// When the last packet put on the wire has left.
    SimTime free_at() const { return free_; }
    /// The first moment from `t` on at which a packet can start.
    SimTime earliest_start(SimTime t) const {
        const SimTime start = std::max(t, free_);
        return next_skp_ > start ? start : after_skips(start);
    }
    /// Puts a packet on the wire; `start` must come from earliest_start(). Returns its end.
    SimTime occupy(SimTime start, Picoseconds duration) {
        while (next_skp_ <= start) {
            next_skp_ += timing_.skp_interval();
            ++skips_;
        }
        free_ = start + duration;
        return free_;
    }
    /// No packet starts before `t` (link training, retraining).
    void hold_until(SimTime t) { free_ = std::max(free_, t); }
    /// SKP ordered sets sent before the last packet.
    std::uint64_t skips() const { return skips_; }

  private:
    SimTime after_skips(SimTime start) const {
        // Those that an idle wire sent on time delay nobody; only the last can reach past `start`.
        SimTime due = next_skp_;
        if (due > free_) {
            due += (start - due) / timing_.skp_interval() * timing_.skp_interval();
            return std::max(start, due + timing_.skp_time());
        }
        SimTime free = free_;
        for (; due <= std::max(start, free); due += timing_.skp_interval()) {
            free = std::max(free, due) + timing_.skp_time();
        }
        return std::max(start, free);
    }

    const LinkTiming& timing_;
    SimTime free_{0};
    SimTime next_skp_;
    std::uint64_t skips_ = 0;
};

}  // namespace lookaside::pcie
