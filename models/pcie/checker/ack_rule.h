// SPDX-License-Identifier: Apache-2.0
// Rule: a received TLP is acknowledged within the latency limit.
#pragma once

#include <array>

#include "models/pcie/checker/violation.h"

namespace lookaside::pcie::checker {

/// From a TLP's last symbol to the first of the Ack or Nak that covers it: the limit, and the
/// packet, ordered set and DLLPs that may be on the wire or go first when it runs out.
class AckRule {
  public:
    explicit AckRule(const LinkParameters& link) {
        const LinkTiming timing(link);
        limit_ = timing.ack_latency_limit() + timing.wire_time(link.max_payload_size + 24) +
                 timing.skp_time() + 3 * timing.wire_time(LinkTiming::dllp_size);
    }

    void tlp_received(Direction direction, Verdict verdict, SimTime at) {
        SimTime& oldest = oldest_[index(direction)];
        if (verdict == Verdict::accepted && oldest == never) {
            oldest = at;
        }
    }
    void dllp_transmitted(Direction direction, const Dllp& dllp, SimTime at) {
        if (dllp.type != DllpType::ack && dllp.type != DllpType::nak) {
            return;
        }
        SimTime& oldest = oldest_[index(opposite(direction))];
        if (oldest != never && at - oldest > limit_) {
            violated(rule, direction, "an Ack or Nak comes later than the latency limit");
        }
        oldest = never;
    }

  private:
    static constexpr const char* rule = "acknowledge latency";
    Picoseconds limit_;
    std::array<SimTime, 2> oldest_{never, never};  // unacknowledged arrival, by direction
};

}  // namespace lookaside::pcie::checker
