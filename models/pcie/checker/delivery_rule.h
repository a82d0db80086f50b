// SPDX-License-Identifier: Apache-2.0
// Rule: what was sent is delivered once, in the order of its sequence numbers; nothing is lost.
#pragma once

#include <array>
#include <deque>

#include "models/pcie/checker/violation.h"

namespace lookaside::pcie::checker {

class DeliveryRule {
  public:
    void tlp_transmitted(Direction direction, const Tlp& tlp, bool replay) {
        if (!replay) {
            sent_[index(direction)].push_back(&tlp);
        }
    }
    void tlp_delivered(Direction direction, const Tlp& tlp) {
        std::deque<const Tlp*>& sent = sent_[index(direction)];
        if (sent.empty() || sent.front() != &tlp) {
            violated(rule, direction, tlp, "is delivered twice or before an older one");
        }
        sent.pop_front();
    }
    void at_end() const {
        for (const Direction direction : {Direction::upstream, Direction::downstream}) {
            if (!sent_[index(direction)].empty()) {
                violated(rule, direction, *sent_[index(direction)].front(), "was never delivered");
            }
        }
    }

  private:
    static constexpr const char* rule = "delivery";
    std::array<std::deque<const Tlp*>, 2> sent_;
};

}  // namespace lookaside::pcie::checker
