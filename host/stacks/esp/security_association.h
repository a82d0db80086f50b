// SPDX-License-Identifier: Apache-2.0
// What two ends of an ESP tunnel agree on: one security association.
#pragma once

#include <array>
#include <cstdint>
#include <variant>
#include <vector>

#include "host/stacks/esp/packet_layout.h"
#include "host/stacks/esp/sa_lifetime.h"

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

/// Encryption and integrity algorithms of an SA.
enum class Suite : std::uint8_t {
    aes_gcm,              // RFC 4106, ICV of 16 bytes
    aes_cbc_hmac_sha1,    // RFC 3602 with HMAC-SHA1-96 (RFC 2404)
    aes_cbc_hmac_sha256,  // RFC 3602 with HMAC-SHA-256-128 (RFC 4868)
};
const SuiteSizes& sizes_of(Suite suite);
/// Length of the integrity key in bytes; 0 for a suite that has none.
std::size_t auth_key_bytes(Suite suite);

/// Parameters of one SA in tunnel mode.
struct SecurityAssociation {
    std::uint32_t spi = 0x1000;  // 1..255 are reserved by RFC 4303, 0 never leaves a host
    Suite suite = Suite::aes_gcm;
    std::vector<std::uint8_t> key;           // of AES: 16 or 32 bytes
    std::vector<std::uint8_t> auth_key;      // of the HMAC: auth_key_bytes()
    std::array<std::uint8_t, 4> salt{};      // GCM: last four bytes of the keying material
    bool extended_sequence_numbers = false;  // 64-bit numbers, of which the low half is sent
    std::uint64_t first_sequence = 1;        // number of the first packet sent
    /// GCM: XORed into the sequence number to give the IV, as Linux's seqiv does. Any value is
    /// right: the IV only has to be different for each packet of a key. CBC: seed of the IVs.
    std::uint64_t iv_mask = 0;
    LifetimeLimits soft_lifetime;
    LifetimeLimits hard_lifetime;
    unsigned replay_window = 64;  // packets; 1..4096, 64 being RFC 4303's recommendation
    std::variant<Ipv4Endpoints, Ipv6Endpoints> tunnel = Ipv4Endpoints{};
    std::uint8_t hop_limit = 64;  // TTL or hop limit of the outer header
};

}  // namespace lookaside::esp
