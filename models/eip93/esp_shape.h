// SPDX-License-Identifier: Apache-2.0
// Sizes of an ESP packet (RFC 4303 section 2) as an SA record and a descriptor give them.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "models/eip93/cipher_unit.h"

namespace lookaside::eip93 {

inline constexpr Bytes esp_header_bytes = 8;   // SPI, sequence number
inline constexpr Bytes esp_trailer_bytes = 2;  // pad length, next header

struct EspShape {
    Bytes length = 0;     // of the source
    Bytes iv_bytes = 0;   // carried in the packet: 8 in counter mode (RFC 3686)
    Bytes alignment = 4;  // that payload, padding and trailer are a multiple of
    Bytes icv_bytes = 0;
    std::uint8_t pad_value = 0;  // next header of an outbound packet

    Bytes overhead() const { return esp_header_bytes + iv_bytes + icv_bytes; }
};

inline EspShape esp_shape(const datasheet::eip93::Descriptor& command,
                          const datasheet::eip93::SaRecord& sa, const CipherChoice& cipher) {
    namespace sheet = datasheet::eip93;
    EspShape shape;
    shape.length = command.length & sheet::length::bytes_mask;
    const bool counter = cipher.cipher != sheet::Cipher::null && cipher.granularity() == 1;
    shape.iv_bytes = counter ? 8 : cipher.iv_bytes();
    // What an inbound packet was padded to is its sender's business.
    const bool pads =
        (sa.cmd0 & (sheet::cmd0::stream_pad | sheet::cmd0::inbound)) == sheet::cmd0::stream_pad;
    const unsigned control = std::min(8U, command.ctrl_stat >> sheet::ctrl_stat::pad_control_shift);
    shape.alignment =
        std::max({Bytes{4}, cipher.granularity(), pads ? Bytes{1} << control : Bytes{1}});
    shape.icv_bytes = Bytes{(sa.cmd0 >> sheet::cmd0::digest_words_shift) & 0xFU} * 4;
    shape.pad_value =
        static_cast<std::uint8_t>(command.ctrl_stat >> sheet::ctrl_stat::pad_value_shift);
    return shape;
}

/// The block that the cipher starts from: the packet's IV, in counter mode after the nonce and
/// before the counter, which begins at 1 (RFC 3686 section 4).
inline std::vector<std::uint8_t> esp_start_block(const datasheet::eip93::SaRecord& sa,
                                                 const CipherChoice& cipher,
                                                 std::span<const std::uint8_t> iv) {
    std::vector<std::uint8_t> block;
    const bool counter = cipher.iv_bytes() != iv.size();
    if (counter) {
        block.assign(sa.nonce.begin(), sa.nonce.end());
    }
    block.insert(block.end(), iv.begin(), iv.end());
    if (counter) {
        block.insert(block.end(), {0, 0, 0, 1});
    }
    return block;
}

}  // namespace lookaside::eip93
