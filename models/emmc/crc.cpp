// SPDX-License-Identifier: Apache-2.0
#include "models/emmc/crc.h"

#include <cstddef>

namespace lookaside::emmc {
namespace {

/// For each byte, CRC7 in the upper seven bits.
constexpr std::array<std::uint8_t, 256> make_crc7_table() {
    std::array<std::uint8_t, 256> table{};
    for (unsigned byte = 0; byte < 256; ++byte) {
        unsigned value = byte;
        for (int bit = 0; bit < 8; ++bit) {
            value = (value & 0x80U) != 0 ? (value << 1) ^ (0x09U << 1) : value << 1;
        }
        table[byte] = static_cast<std::uint8_t>(value);
    }
    return table;
}
constexpr auto crc7_table = make_crc7_table();

}  // namespace

std::uint8_t crc7(std::span<const std::uint8_t> bytes) {
    std::uint8_t value = 0;
    for (const std::uint8_t byte : bytes) {
        value = crc7_table[value ^ byte];
    }
    return static_cast<std::uint8_t>(value >> 1);
}

LineCrcs line_crcs(std::span<const std::uint8_t> block, unsigned width, bool ddr) {
    std::array<std::array<LineCrc16, 8>, 2> lines{};
    for (std::size_t i = 0; i < block.size(); ++i) {
        auto& edge = lines[ddr ? i % 2 : 0];
        for (unsigned high = 8; high > 0; high -= width) {
            for (unsigned line = 0; line < width; ++line) {
                edge[line].shift_in(((block[i] >> (high - width + line)) & 1) != 0);
            }
        }
    }
    LineCrcs result{};
    for (std::size_t edge = 0; edge < lines.size(); ++edge) {
        for (std::size_t line = 0; line < width; ++line) {
            result[edge][line] = lines[edge][line].value();
        }
    }
    return result;
}

}  // namespace lookaside::emmc
