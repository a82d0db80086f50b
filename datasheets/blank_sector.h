// SPDX-License-Identifier: Apache-2.0
// What a sector of the engine array card holds before it is written.
#pragma once

#include <cstdint>
#include <span>

#include "base/random.h"
#include "datasheets/engine_array.h"

namespace lookaside::datasheet::engine_array {

/// The first bytes of SplitMix64 seeded with the sector's number, little endian: a known content
/// that no two sectors share, so that a digest shows which sectors were read.
inline void fill_blank_sector(std::uint32_t sector, std::span<std::uint8_t, sector_bytes> bytes) {
    Random(sector).fill(bytes);
}

}  // namespace lookaside::datasheet::engine_array
