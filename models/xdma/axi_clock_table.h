// SPDX-License-Identifier: Apache-2.0
// Width and clock of the XDMA's AXI side, as they follow from the link's generation and lanes.
#pragma once

#include <cstdint>
#include <stdexcept>

#include "base/units.h"

namespace lookaside::xdma {

/// Shape of an AXI4-MM data path. PG195 allows 64, 128, 256 and 512 bits at 62.5, 125 and 250 MHz.
struct AxiShape {
    unsigned width_bits = 64;
    Hertz clock = 250_MHz;

    constexpr Bytes width_bytes() const { return width_bits / 8; }
    constexpr std::uint64_t bytes_per_second() const { return width_bytes() * clock.value; }
    friend constexpr bool operator==(const AxiShape&, const AxiShape&) = default;
};

/// Payload bytes a second that one lane carries after line coding, before TLP overhead
/// (PCIe Base Specification: 2.5 and 5 GT/s with 8b/10b, 8, 16 and 32 GT/s with 128b/130b).
constexpr std::uint64_t lane_bytes_per_second(unsigned generation) {
    switch (generation) {
        case 1:
            return 250'000'000;
        case 2:
            return 500'000'000;
        case 3:
            return 984'615'384;
        case 4:
            return 1'969'230'769;
        case 5:
            return 3'938'461'538;
        default:
            throw std::invalid_argument("PCIe generation must be 1 to 5");
    }
}

/// The narrowest, then slowest, of PG195's shapes that carries the link's rate. This rule gives
/// what the block's customisation offers by default for each link (Gen2 x1: 64 bits at 62.5 MHz,
/// Gen2 x4: 64 at 250, Gen3 x8: 256 at 250, Gen3 x16: 512 at 250). Links faster than 16 GB/s get
/// the widest shape, which then limits them: the block has nothing faster.
constexpr AxiShape axi_shape_for_link(unsigned generation, unsigned lanes) {
    const std::uint64_t link = lane_bytes_per_second(generation) * lanes;
    for (const unsigned width : {64U, 128U, 256U, 512U}) {
        for (const std::uint64_t clock : {62'500'000ULL, 125'000'000ULL, 250'000'000ULL}) {
            const AxiShape shape{width, Hertz{clock}};
            if (shape.bytes_per_second() >= link) {
                return shape;
            }
        }
    }
    return AxiShape{512, 250_MHz};
}

}  // namespace lookaside::xdma
