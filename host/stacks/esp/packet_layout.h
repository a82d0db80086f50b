// SPDX-License-Identifier: Apache-2.0
// Where each part of an ESP tunnel packet lies (RFC 4303 section 2; RFC 4106 section 3, RFC 3602,
// RFC 2404, RFC 4868).
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/units.h"

namespace lookaside::esp {

inline constexpr std::size_t ipv4_header_bytes = 20;
inline constexpr std::size_t ipv6_header_bytes = 40;
inline constexpr std::size_t esp_header_bytes = 8;  // SPI, sequence number
inline constexpr std::size_t trailer_bytes = 2;     // pad length, next header

/// What differs from one suite of algorithms to another, in bytes.
struct SuiteSizes {
    std::size_t iv = 8;         // on the wire
    std::size_t icv = 16;       // likewise
    std::size_t alignment = 4;  // the next header ends on such a boundary
};
inline constexpr SuiteSizes aes_gcm_sizes{8, 16, 4};                // RFC 4106
inline constexpr SuiteSizes aes_cbc_hmac_sha1_sizes{16, 12, 16};    // RFC 3602, RFC 2404
inline constexpr SuiteSizes aes_cbc_hmac_sha256_sizes{16, 16, 16};  // RFC 3602, RFC 4868

inline constexpr Bytes largest_ip_packet = 65535;

inline constexpr std::uint8_t protocol_ipv4 = 4;   // next header of a tunnelled IPv4 packet
inline constexpr std::uint8_t protocol_ipv6 = 41;  // and of an IPv6 packet
inline constexpr std::uint8_t protocol_esp = 50;

/// Outer IP header | ESP header | IV | payload: inner packet, padding, trailer | ICV.
class PacketLayout {
  public:
    /// `outer_bytes`: length of the outer IP header; `inner_bytes`: length of the inner packet.
    constexpr PacketLayout(std::size_t outer_bytes, std::size_t inner_bytes,
                           const SuiteSizes& sizes = aes_gcm_sizes)
        : outer_(outer_bytes), inner_(inner_bytes), sizes_(sizes) {}

    constexpr std::size_t esp_offset() const { return outer_; }
    constexpr std::size_t iv_offset() const { return outer_ + esp_header_bytes; }
    constexpr std::size_t payload_offset() const { return iv_offset() + sizes_.iv; }
    constexpr std::size_t icv_offset() const { return payload_offset() + payload_bytes(); }
    constexpr std::size_t total_bytes() const { return icv_offset() + sizes_.icv; }
    constexpr std::size_t iv_bytes() const { return sizes_.iv; }
    constexpr std::size_t icv_bytes() const { return sizes_.icv; }

    constexpr std::size_t inner_bytes() const { return inner_; }
    /// What the cipher works on.
    constexpr std::size_t payload_bytes() const {
        return (inner_ + trailer_bytes + sizes_.alignment - 1) / sizes_.alignment *
               sizes_.alignment;
    }
    constexpr std::size_t padding_bytes() const { return payload_bytes() - inner_ - trailer_bytes; }

  private:
    std::size_t outer_;
    std::size_t inner_;
    SuiteSizes sizes_;
};

/// Largest inner packet whose payload the cipher takes, when it takes `max_payload` bytes; 0 if
/// there is none.
constexpr Bytes largest_inner(Bytes max_payload, std::size_t alignment = aes_gcm_sizes.alignment) {
    const Bytes aligned = max_payload / alignment * alignment;
    return aligned < trailer_bytes ? 0 : aligned - trailer_bytes;
}

}  // namespace lookaside::esp
