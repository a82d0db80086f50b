// SPDX-License-Identifier: Apache-2.0
// What two ends of an ESP tunnel agree on: one security association with AES-GCM (RFC 4106).
#pragma once

#include <array>
#include <cstdint>
#include <variant>
#include <vector>

namespace lookaside::esp {

using Ipv4Address = std::array<std::uint8_t, 4>;
using Ipv6Address = std::array<std::uint8_t, 16>;

struct Ipv4Endpoints {
    Ipv4Address source{192, 0, 2, 1};  // documentation prefixes of RFC 5737
    Ipv4Address destination{198, 51, 100, 1};
};
struct Ipv6Endpoints {
    Ipv6Address source{0x20, 0x01, 0x0d, 0xb8, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};  // RFC 3849
    Ipv6Address destination{0x20, 0x01, 0x0d, 0xb8, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
};

/// Parameters of one SA in tunnel mode.
struct SecurityAssociation {
    std::uint32_t spi = 0x1000;          // 1..255 are reserved by RFC 4303, 0 never leaves a host
    std::vector<std::uint8_t> key;       // 16 or 32 bytes
    std::array<std::uint8_t, 4> salt{};  // last four bytes of the keying material
    bool extended_sequence_numbers = false;  // 64-bit numbers, of which the low half is sent
    std::uint64_t first_sequence = 1;        // number of the first packet sent
    /// XORed into the sequence number to give the IV, as Linux's seqiv does. Any value is right:
    /// the IV only has to be different for each packet of a key.
    std::uint64_t iv_mask = 0;
    unsigned replay_window = 64;  // packets; 1..4096, 64 being RFC 4303's recommendation
    std::variant<Ipv4Endpoints, Ipv6Endpoints> tunnel = Ipv4Endpoints{};
    std::uint8_t hop_limit = 64;  // TTL or hop limit of the outer header
};

}  // namespace lookaside::esp
