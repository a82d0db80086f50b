// SPDX-License-Identifier: Apache-2.0
// Takes the link-layer header off a captured frame.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace lookaside::workloads {

/// What stands behind the link-layer header.
struct LinkPayload {
    enum class Kind : std::uint8_t {
        ip,      // an IPv4 or IPv6 packet, perhaps with link-layer padding behind it
        other,   // another protocol, named in `protocol`
        cut_off  // the capture ends within the link-layer header
    };
    Kind kind = Kind::other;
    unsigned ip_version = 0;       // 4 or 6, as the link layer says
    std::size_t header_bytes = 0;  // link-layer bytes in front of the packet
    std::string protocol;          // for Kind::other, for example "ARP (0x0806)"
};

/// A link type whose frames can be read.
class LinkLayer {
  public:
    /// `dlt`: libpcap's DLT_* value. Nothing if the type is unknown here.
    static std::optional<LinkLayer> of(int dlt);
    /// The readable types, for an error message.
    static std::string supported();

    /// `frame`: the captured bytes.
    LinkPayload parse(std::span<const std::uint8_t> frame) const;

  private:
    enum class Format : std::uint8_t { ethernet, raw, null, cooked, cooked2 };
    explicit LinkLayer(Format format) : format_(format) {}

    Format format_;
};

}  // namespace lookaside::workloads
