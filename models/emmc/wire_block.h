// SPDX-License-Identifier: Apache-2.0
// What a receiver makes of a data block that something may have damaged.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "models/emmc/crc.h"
#include "models/emmc/faults.h"

namespace lookaside::emmc {

enum class BlockVerdict : std::uint8_t { good, crc_wrong, end_bit_missing };

/// Compares what came with the CRC16s that came behind it. A block that nobody damaged needs no
/// such comparison: both ends compute the same function of the same bytes.
BlockVerdict inspect(std::span<const std::uint8_t> received, const LineCrcs& crcs, unsigned width,
                     bool ddr, const std::optional<Fault>& end_bit_fault);

/// Two devices send at once: the low level is the stronger, in the block as in its CRC16s.
void collide(std::span<std::uint8_t> block, LineCrcs& crcs, std::span<const std::uint8_t> other,
             const LineCrcs& other_crcs);

/// Flips one bit of the block on line fault.line.
void flip_bit(std::span<std::uint8_t> block, const Fault& fault, unsigned width);

}  // namespace lookaside::emmc
