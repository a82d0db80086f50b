// SPDX-License-Identifier: Apache-2.0
// What a protocol checker or a tracer sees of an MMC bus.
#pragma once

#include <cstdint>
#include <span>

#include "models/emmc/crc.h"
#include "models/emmc/device.h"
#include "models/emmc/frame.h"

namespace lookaside::emmc {

/// A data block on the lines, between start and end bit.
struct BlockSeen {
    bool from_host;
    std::span<Device* const> drivers;  // the devices that send it; empty from the host
    std::span<const std::uint8_t> bytes;
    LineCrcs crcs;  // as on the wire
    SimTime start;
    SimTime end;
};

/// Told of everything on the bus, from start of the start bit to end of the end bit. A whole
/// transfer is told at its end, so calls are in time order for each kind, not across kinds.
class BusObserver {
  public:
    virtual ~BusObserver() = default;
    virtual void command(const Frame&, SimTime /*start*/, SimTime /*end*/) {}
    /// What the host sees, and who drove it.
    virtual void response(const Frame&, std::span<Device* const> /*drivers*/, SimTime /*start*/,
                          SimTime /*end*/) {}
    virtual void block(const BlockSeen&) {}
    /// `accepted`: 010, else 101.
    virtual void crc_status(const Device&, bool /*accepted*/, SimTime /*start*/, SimTime /*end*/) {}
    /// DAT0 held low; `until` may be `never`, and is the limit of what is known now.
    virtual void busy(const Device&, SimTime /*from*/, SimTime /*until*/) {}
};

}  // namespace lookaside::emmc
