// SPDX-License-Identifier: Apache-2.0
// Tells hardware which request's timeline a RAM slot holds, so that it can stamp its moments.
#pragma once

#include <cstddef>
#include <vector>

#include "base/timeline.h"

namespace lookaside {

/// A measuring aid outside the modelled system: the driver binds a slot to the request it carries,
/// the card stamps the moments it sees (first and last AXI beat, engine start and end).
class SlotTimelines {
  public:
    explicit SlotTimelines(std::size_t slots) : bound_(slots, nullptr) {}

    void bind(std::size_t slot, Timeline& timeline) { bound_.at(slot) = &timeline; }
    void release(std::size_t slot) { bound_.at(slot) = nullptr; }

    /// Stamps the bound request; nothing happens if the slot is free.
    void stamp(std::size_t slot, Moment moment, SimTime now) {
        if (slot < bound_.size() && bound_[slot] != nullptr) {
            bound_[slot]->stamp(moment, now);
        }
    }
    /// As stamp(), but keeps an earlier stamp of the same moment.
    void stamp_first(std::size_t slot, Moment moment, SimTime now) {
        if (slot < bound_.size() && bound_[slot] != nullptr && !bound_[slot]->has(moment)) {
            bound_[slot]->stamp(moment, now);
        }
    }

  private:
    std::vector<Timeline*> bound_;
};

}  // namespace lookaside
