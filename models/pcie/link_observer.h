// SPDX-License-Identifier: Apache-2.0
// What a protocol checker or a tracer sees of a link.
#pragma once

#include "models/pcie/ack_scheduler.h"
#include "models/pcie/dllp.h"

namespace lookaside::pcie {

/// Upstream is towards the root complex.
enum class Direction : std::uint8_t { upstream, downstream };
constexpr Direction opposite(Direction d) {
    return d == Direction::upstream ? Direction::downstream : Direction::upstream;
}
const char* name_of(Direction direction);

/// Told of every packet. Times are those of the modelled link; since DLLPs and packets that
/// follow without a gap are worked out in advance or afterwards, calls are in time order for each
/// direction and kind of packet, not across them. Of a DLLP that allowed a TLP to leave, reception
/// is told before that TLP's transmission.
class LinkObserver {
  public:
    virtual ~LinkObserver() = default;
    /// The transaction layer hands a TLP to the transmit queue.
    virtual void tlp_queued(Direction, const Tlp&, SimTime) {}
    /// First symbol on the wire.
    virtual void tlp_transmitted(Direction, const Tlp&, Sequence, bool /*replay*/, SimTime) {}
    /// Last symbol in the receiving link layer, and what that made of it.
    virtual void tlp_received(Direction, const Tlp&, Sequence, Verdict, SimTime) {}
    /// Handed to the receiving transaction layer.
    virtual void tlp_delivered(Direction, const Tlp&, SimTime) {}
    virtual void dllp_transmitted(Direction, const Dllp&, SimTime) {}
    virtual void dllp_received(Direction, const Dllp&, SimTime) {}
};

}  // namespace lookaside::pcie
