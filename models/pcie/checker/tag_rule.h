// SPDX-License-Identifier: Apache-2.0
// Rule: a tag is not used again while its request is outstanding.
#pragma once

#include <array>
#include <bitset>

#include "models/pcie/checker/violation.h"

namespace lookaside::pcie::checker {

/// A tag is free once the whole answer has been delivered to the requester.
class TagRule {
  public:
    void tlp_queued(Direction direction, const Tlp& tlp) {
        if (tlp.kind() != TlpClass::non_posted) {
            return;
        }
        auto&& used = used_[index(direction)][tlp.tag % most_tags];
        if (used) {
            violated(rule, direction, tlp, "uses a tag that is outstanding");
        }
        used = true;
    }
    void tlp_delivered(Direction direction, const Tlp& tlp) {
        const bool last =
            tlp.type == TlpType::completion ||
            (tlp.type == TlpType::completion_data && tlp.byte_count <= tlp.byte_length());
        if (last) {
            used_[index(opposite(direction))][tlp.tag % most_tags] = false;
        }
    }

  private:
    static constexpr const char* rule = "tags";
    static constexpr std::size_t most_tags = 1024;
    std::array<std::bitset<most_tags>, 2> used_;
};

}  // namespace lookaside::pcie::checker
