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

void flip_bit(std::span<std::uint8_t> block, const Fault& fault, unsigned width) {
    const std::size_t place = block.size() / 3;
    const unsigned line = fault.line % width;
    block[place] = static_cast<std::uint8_t>(block[place] ^ (1U << line));
}

}  // namespace lookaside::emmc
