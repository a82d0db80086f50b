// SPDX-License-Identifier: Apache-2.0
// Frames on the CMD line: 48-bit commands and responses, 136-bit register responses.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "base/units.h"

namespace lookaside::emmc {

/// A frame as it is on CMD, first bit in the top of the first byte.
struct Frame {
    std::array<std::uint8_t, 17> bytes{};
    std::uint8_t size = 6;  // bytes: 6 or 17

    Cycles clocks() const { return Cycles{8} * size; }
    std::span<const std::uint8_t> view() const { return {bytes.data(), size}; }

    /// Index of the command, or of the one that is answered.
    unsigned index() const { return bytes[0] & 0x3FU; }
    /// Argument, device status or OCR of a 48-bit frame.
    std::uint32_t argument() const {
        return static_cast<std::uint32_t>(bytes[1]) << 24 |
               static_cast<std::uint32_t>(bytes[2]) << 16 |
               static_cast<std::uint32_t>(bytes[3]) << 8 | bytes[4];
    }
    bool end_bit() const { return (bytes[size - 1U] & 1U) != 0; }
    /// Does the CRC7 fit? Of a 136-bit frame it covers the register alone.
    bool crc_fits() const;
};

/// Start bit 0, transmission bit 1, index, argument, CRC7, end bit.
Frame command_frame(unsigned index, std::uint32_t argument);
/// R1 and R1b: start bit 0, transmission bit 0, index, device status, CRC7, end bit.
Frame r1_frame(unsigned index, std::uint32_t status);
/// R2: CID or CSD, whose last byte is its own CRC7 and the end bit.
Frame r2_frame(std::span<const std::uint8_t, 16> register_bits);
/// R3: OCR. Has all ones in place of index and CRC7.
Frame r3_frame(std::uint32_t ocr);

/// What the wire carries when both frames are driven at once with open drain.
Frame wired_and(const Frame& a, const Frame& b);

/// How a command is answered.
enum class ResponseKind : std::uint8_t { none, r1, r1b, r2, r3 };
/// What the host expects. CMD7 with RCA 0 selects nobody and is not answered.
ResponseKind response_of(unsigned index, std::uint32_t argument);

/// Data that follow a command.
constexpr bool reads_blocks(unsigned index) {
    return index == 8 || index == 17 || index == 18;
}
constexpr bool writes_blocks(unsigned index) {
    return index == 24 || index == 25;
}

}  // namespace lookaside::emmc
