// SPDX-License-Identifier: Apache-2.0
// Finds the end of an IP packet within a captured frame, by the packet's own length field.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "base/units.h"

namespace lookaside::workloads {

struct IpPacket {
    enum class Kind : std::uint8_t {
        whole,
        truncated,  // the capture's snapshot length cut it off
        malformed   // its header contradicts the frame; `reason` says how
    };
    Kind kind = Kind::whole;
    std::span<const std::uint8_t> bytes;  // whole ones: without link-layer padding
    Bytes length = 0;                     // on the wire; 0 if the header is cut off or malformed
    std::string_view reason;
};

/// `captured`: what the capture holds from the IP header on; `on_wire`: what the frame held there;
/// `version`: 4 or 6, as the link layer says.
IpPacket cut_ip_packet(std::span<const std::uint8_t> captured, Bytes on_wire, unsigned version);

}  // namespace lookaside::workloads
