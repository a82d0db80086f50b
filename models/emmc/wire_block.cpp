// SPDX-License-Identifier: Apache-2.0
#include "models/emmc/wire_block.h"

namespace lookaside::emmc {

BlockVerdict inspect(std::span<const std::uint8_t> received, const LineCrcs& crcs, unsigned width,
                     bool ddr, const std::optional<Fault>& end_bit_fault) {
    if (line_crcs(received, width, ddr) != crcs) {
        return BlockVerdict::crc_wrong;
    }
    return end_bit_fault && end_bit_fault->line < width ? BlockVerdict::end_bit_missing
                                                        : BlockVerdict::good;
}

void collide(std::span<std::uint8_t> block, LineCrcs& crcs, std::span<const std::uint8_t> other,
             const LineCrcs& other_crcs) {
    for (std::size_t i = 0; i < block.size(); ++i) {
        block[i] &= other[i];
    }
    for (std::size_t edge = 0; edge < crcs.size(); ++edge) {
        for (std::size_t line = 0; line < crcs[edge].size(); ++line) {
            crcs[edge][line] &= other_crcs[edge][line];
        }
    }
}

void flip_bit(std::span<std::uint8_t> block, const Fault& fault, unsigned width) {
    const std::size_t place = block.size() / 3;
    const unsigned line = fault.line % width;
    block[place] = static_cast<std::uint8_t>(block[place] ^ (1U << line));
}

}  // namespace lookaside::emmc
