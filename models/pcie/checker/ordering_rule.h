// SPDX-License-Identifier: Apache-2.0
// Rule: a TLP leaves before an older one only where the ordering table lets it pass.
#pragma once

#include <array>
#include <deque>

#include "models/pcie/checker/violation.h"
#include "models/pcie/ordering.h"

namespace lookaside::pcie::checker {

class OrderingRule {
  public:
    void tlp_queued(Direction direction, const Tlp& tlp) {
        waiting_[index(direction)].push_back(&tlp);
    }
    void tlp_transmitted(Direction direction, const Tlp& tlp, bool replay) {
        if (replay) {
            return;
        }
        std::deque<const Tlp*>& waiting = waiting_[index(direction)];
        auto it = waiting.begin();
        for (; it != waiting.end() && *it != &tlp; ++it) {
            if (!may_pass(tlp, **it)) {
                violated(rule, direction, tlp, "passes " + (*it)->describe());
            }
        }
        if (it == waiting.end()) {
            violated(rule, direction, tlp, "was never queued");
        }
        waiting.erase(it);
    }

  private:
    static constexpr const char* rule = "ordering";
    std::array<std::deque<const Tlp*>, 2> waiting_;
};

}  // namespace lookaside::pcie::checker
