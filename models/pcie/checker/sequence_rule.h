// SPDX-License-Identifier: Apache-2.0
// Rule: TLPs are numbered without gaps, accepted in that order, and acknowledged only then.
#pragma once

#include <array>

#include "models/pcie/checker/violation.h"

namespace lookaside::pcie::checker {

class SequenceRule {
  public:
    void tlp_transmitted(Direction direction, const Tlp& tlp, Sequence sequence, bool replay) {
        State& state = states_[index(direction)];
        if (replay) {
            if (!not_after(sequence, previous_sequence(state.next))) {
                violated(rule, direction, tlp, "is replayed but was never sent");
            }
        } else if (sequence != state.next) {
            violated(rule, direction, tlp, "does not carry the next sequence number");
        } else {
            state.next = next_sequence(state.next);
        }
    }
    void tlp_received(Direction direction, const Tlp& tlp, Sequence sequence, Verdict verdict) {
        State& state = states_[index(direction)];
        if (verdict != Verdict::accepted) {
            return;
        }
        if (sequence != state.expected) {
            violated(rule, direction, tlp, "is accepted out of sequence");
        }
        state.expected = next_sequence(state.expected);
    }
    void dllp_transmitted(Direction direction, const Dllp& dllp) {
        // It acknowledges what flows the other way.
        const State& state = states_[index(opposite(direction))];
        if ((dllp.type == DllpType::ack || dllp.type == DllpType::nak) &&
            next_sequence(dllp.sequence) != state.expected) {
            violated(rule, direction,
                     std::string(name_of(dllp.type)) +
                         " does not carry the last sequence number accepted");
        }
    }

  private:
    static constexpr const char* rule = "sequence numbers";
    struct State {
        Sequence next = 0;      // of the transmitter
        Sequence expected = 0;  // of the receiver
    };
    std::array<State, 2> states_;
};

}  // namespace lookaside::pcie::checker
