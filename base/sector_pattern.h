// SPDX-License-Identifier: Apache-2.0
// What a sector of the engine array holds before anybody has written it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/random.h"

namespace lookaside::sector_pattern {

inline constexpr std::size_t sector_bytes = 512;

/// Fills `bytes` with the content of an unwritten sector: a pure function of its number, so that
/// the card need not store it and whoever reads it knows what to expect. No two are alike.
inline void fill(std::uint32_t sector, std::span<std::uint8_t, sector_bytes> bytes) {
    Random(sector).fill(bytes);
}

}  // namespace lookaside::sector_pattern
