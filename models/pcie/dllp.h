// SPDX-License-Identifier: Apache-2.0
// Data link layer packets.
#pragma once

#include <array>
#include <cstdint>

#include "models/pcie/link_parameters.h"

namespace lookaside::pcie {

/// A 12-bit TLP sequence number and its arithmetic (Base Specification 3.5).
using Sequence = std::uint16_t;
inline constexpr Sequence sequence_mask = 0xFFF;
constexpr Sequence next_sequence(Sequence s) {
    return (s + 1) & sequence_mask;
}
constexpr Sequence previous_sequence(Sequence s) {
    return (s - 1) & sequence_mask;
}
/// True if `a` is `b` or one of the 2047 numbers before it.
constexpr bool not_after(Sequence a, Sequence b) {
    return ((b - a) & sequence_mask) < 2048;
}

enum class DllpType : std::uint8_t { ack, nak, init_fc1, init_fc2, update_fc };
inline constexpr std::size_t dllp_type_count = 5;
const char* name_of(DllpType type);

/// One DLLP: 8 bytes on the wire with framing and CRC-16.
struct Dllp {
    DllpType type = DllpType::ack;
    Sequence sequence = 0;             // Ack, Nak: last TLP received in order
    TlpClass kind = TlpClass::posted;  // InitFC, UpdateFC
    ClassCredits credits;              // InitFC, UpdateFC: CREDITS_ALLOCATED
    unsigned scale_bits = 0;           // Scaled Flow Control
};

/// The four content bytes and the CRC-16 as transmitted (Base Specification 3.4.1).
std::array<std::uint8_t, 6> encode(const Dllp& dllp);

}  // namespace lookaside::pcie
