// SPDX-License-Identifier: Apache-2.0
// The bus's checksums: CRC7 of frames, CRC16 of data blocks on each line and edge.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace lookaside::emmc {

/// CRC7, x^7 + x^3 + 1, initial value 0, of whole bytes, most significant bit first (JESD84-B51
/// section 8.2).
std::uint8_t crc7(std::span<const std::uint8_t> bytes);

/// CRC16, x^16 + x^12 + x^5 + 1, initial value 0, one bit at a time.
class LineCrc16 {
  public:
    void shift_in(bool bit) {
        const bool carry = ((value_ >> 15) != 0) != bit;
        value_ = static_cast<std::uint16_t>(value_ << 1);
        if (carry) {
            value_ ^= 0x1021;
        }
    }
    std::uint16_t value() const { return value_; }

  private:
    std::uint16_t value_ = 0;
};

/// CRC16 of each data line: [edge][line]. With data on one edge only, edge 0 counts.
using LineCrcs = std::array<std::array<std::uint16_t, 8>, 2>;

/// What the lines carry behind a block. On 8 lines bit n of a byte is on DATn; on 4 lines bits
/// 7..4 come first, on DAT3..0; on one line bit 7 comes first. With two edges a clock, bytes go
/// alternately to the rising (0) and the falling edge (1), each with a CRC16 of its own.
LineCrcs line_crcs(std::span<const std::uint8_t> block, unsigned width, bool ddr);

}  // namespace lookaside::emmc
