// SPDX-License-Identifier: Apache-2.0
// The cipher and the hash core: pieces of packets in, their output after the time they take.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "models/base/agenda.h"
#include "models/base/clock_domain.h"
#include "models/base/ring.h"
#include "models/base/usage_meter.h"
#include "models/eip93/packet.h"
#include "models/eip93/parameters.h"

namespace lookaside::eip93 {

/// Works on one piece after the other in the order of their arrival. Outbound the hash takes what
/// the cipher has delivered while the cipher is at the next piece; inbound both take the same
/// piece. The slower of the two sets the pace, and at the end of a packet the hash's last blocks
/// are waited for.
class Cores {
  public:
    struct Events {
        /// With the packet's first piece.
        std::function<void(Packet&)> started;
        /// So many bytes of the input buffer are free, and so many of output were appended.
        std::function<void(Packet&, Bytes taken, Bytes made)> delivered;
        /// True if the output buffer can take what a piece of so many bytes may make.
        std::function<bool(Bytes piece)> has_room;
    };

    Cores(Agenda& agenda, const ClockDomain& clock, Events events);

    /// The next piece; `last`: the packet ends with it. A packet in error has one piece, which is
    /// empty and last.
    void push(Packet& packet, std::span<const std::uint8_t> piece, bool last);
    /// There may be room again.
    void resume();

    UsageMeter& cipher_meter() { return cipher_meter_; }
    UsageMeter& hash_meter() { return hash_meter_; }

  private:
    struct Piece {
        Packet* packet = nullptr;
        std::vector<std::uint8_t> bytes;
        bool last = false;
    };

    void start(Piece& piece);
    SimTime end_of(const Packet& packet, const Work& work, bool last);
    void deliver();

    Agenda& agenda_;
    const ClockDomain& clock_;
    Events events_;
    Ring<Piece> waiting_;
    Packet* begun_ = nullptr;  // whose first piece has started
    std::vector<std::uint8_t> made_;
    bool working_ = false;  // on the front of waiting_
    SimTime hash_free_at_{0};
    Alarm done_;
    UsageMeter cipher_meter_;
    UsageMeter hash_meter_;
};

}  // namespace lookaside::eip93
