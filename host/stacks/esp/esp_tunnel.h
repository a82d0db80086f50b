// SPDX-License-Identifier: Apache-2.0
// The bytes of ESP tunnel packets under one SA: no keys, no cipher, no kernel.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "host/stacks/esp/outer_header.h"
#include "host/stacks/esp/packet_layout.h"
#include "host/stacks/esp/security_association.h"

namespace lookaside::esp {

/// What the algorithms need beside key and payload.
struct CipherInputs {
    std::array<std::uint8_t, 16> iv{};   // GCM: the nonce, salt and IV; CBC: the IV
    std::size_t iv_bytes = 12;           // 16 for CBC
    std::array<std::uint8_t, 24> aad{};  // SPI, sequence number; with an HMAC the IV as well
    std::size_t aad_bytes = 8;           // 12 with extended sequence numbers, 24 with an HMAC

    std::span<const std::uint8_t> iv_span() const { return {iv.data(), iv_bytes}; }
    std::span<const std::uint8_t> aad_span() const { return {aad.data(), aad_bytes}; }
};

/// Next header value for an inner packet: 4 or 41 by its version; nothing for anything else.
std::optional<std::uint8_t> next_header_of(std::span<const std::uint8_t> inner);

/// Encapsulation and decapsulation.
class EspTunnel {
  public:
    /// Throws InputError for a key of a wrong length, a first sequence number that is 0 or too
    /// large, a replay window outside 1..4096, or extended sequence numbers with an HMAC, whose
    /// high half would have to be hashed behind the ciphertext.
    explicit EspTunnel(SecurityAssociation sa);

    const SecurityAssociation& sa() const { return sa_; }
    PacketLayout layout(std::size_t inner_bytes) const {
        return {outer_.bytes(), inner_bytes, sizes_of(sa_.suite)};
    }
    /// As a provider takes it: the HMAC's key, if there is one, and the cipher's.
    std::vector<std::uint8_t> provider_key() const;

    /// The next packet's sequence number; nothing once the numbers are used up, because they must
    /// not repeat under one key (RFC 4303 section 3.3.3).
    std::optional<std::uint64_t> take_sequence();

    /// Builds the whole packet but for encryption and ICV: `packet` is layout().total_bytes() long.
    CipherInputs encapsulate(std::span<const std::uint8_t> inner, std::uint8_t next_header,
                             std::uint64_t sequence, std::span<std::uint8_t> packet);

    /// IV and AAD for a packet with this sequence number and the IV it carries.
    CipherInputs cipher_inputs(std::uint64_t sequence, std::span<const std::uint8_t> iv) const;

    /// The inner packet of a decrypted payload: trailer and padding taken off. Nothing if the pad
    /// length does not fit, the padding is not 1, 2, 3, ... or the next header is not IPv4 or IPv6.
    static std::optional<std::span<const std::uint8_t>> decapsulate(
        std::span<const std::uint8_t> payload);

  private:
    void write_iv(std::uint64_t sequence, std::span<std::uint8_t> iv) const;

    SecurityAssociation sa_;
    OuterHeader outer_;
    std::uint64_t next_sequence_;
    bool exhausted_ = false;
};

}  // namespace lookaside::esp
