// SPDX-License-Identifier: Apache-2.0
// The IP header that ESP tunnel mode puts in front (RFC 4301 section 5.1.2).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <variant>

#include "host/stacks/esp/packet_layout.h"
#include "host/stacks/esp/security_association.h"

namespace lookaside::esp {

/// Version nibble of an IP packet; 0 if there is no byte.
inline unsigned ip_version(std::span<const std::uint8_t> packet) {
    return packet.empty() ? 0U : packet[0] >> 4;
}

/// Writes outer headers of one tunnel.
class OuterHeader {
  public:
    /// `hop_limit`: TTL (IPv4) or hop limit (IPv6).
    OuterHeader(const std::variant<Ipv4Endpoints, Ipv6Endpoints>& tunnel, std::uint8_t hop_limit)
        : tunnel_(tunnel), hop_limit_(hop_limit) {}

    std::size_t bytes() const {
        return std::holds_alternative<Ipv4Endpoints>(tunnel_) ? ipv4_header_bytes
                                                              : ipv6_header_bytes;
    }
    /// Writes the header in front of `packet`, which is the whole outer packet. DSCP and ECN are
    /// the inner packet's (RFC 6040, normal mode). An IPv4 header takes over DF, sets it for an
    /// inner IPv6 packet, and counts the identification up when the packet may be fragmented.
    void write(std::span<std::uint8_t> packet, std::span<const std::uint8_t> inner);

  private:
    void write_ipv4(const Ipv4Endpoints& ends, std::span<std::uint8_t> packet,
                    std::span<const std::uint8_t> inner);
    void write_ipv6(const Ipv6Endpoints& ends, std::span<std::uint8_t> packet,
                    std::span<const std::uint8_t> inner) const;

    std::variant<Ipv4Endpoints, Ipv6Endpoints> tunnel_;
    std::uint8_t hop_limit_;
    std::uint16_t next_identification_ = 1;
};

/// Length of the outer header of a received ESP packet; nothing if the packet is not a whole
/// unfragmented IPv4 or IPv6 packet that carries ESP straight after its header.
std::optional<std::size_t> outer_header_bytes(std::span<const std::uint8_t> packet);

/// Internet checksum (RFC 1071) over an even number of bytes; 0 over a header with a right one.
std::uint16_t internet_checksum(std::span<const std::uint8_t> header);

}  // namespace lookaside::esp
