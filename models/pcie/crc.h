// SPDX-License-Identifier: Apache-2.0
// The data link layer's checksums.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "models/pcie/dllp.h"

namespace lookaside::pcie {

/// CRC-16 of a DLLP: polynomial 100Bh, seed FFFFh, complemented, bits of a byte in order of
/// transmission (Base Specification 3.4.1).
std::uint16_t crc16(std::span<const std::uint8_t> bytes);

/// LCRC: CRC-32 with polynomial 04C11DB7h, seed FFFFFFFFh, complemented, bits of a byte in order
/// of transmission (Base Specification 3.5.2.1).
std::uint32_t crc32(std::span<const std::uint8_t> bytes);

/// The bytes that a TLP's LCRC covers: sequence number, header, payload.
std::vector<std::uint8_t> link_bytes(const Tlp& tlp, Sequence sequence);

}  // namespace lookaside::pcie
