// SPDX-License-Identifier: Apache-2.0
// Network byte order, read and written at any address.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

namespace lookaside::esp {

template <std::unsigned_integral Word>
void store_big_endian(std::span<std::uint8_t> bytes, std::size_t offset, Word value) {
    for (std::size_t i = 0; i < sizeof(Word); ++i) {
        bytes[offset + i] = static_cast<std::uint8_t>(value >> (8 * (sizeof(Word) - 1 - i)));
    }
}

template <std::unsigned_integral Word>
Word load_big_endian(std::span<const std::uint8_t> bytes, std::size_t offset) {
    Word value = 0;
    for (std::size_t i = 0; i < sizeof(Word); ++i) {
        value = static_cast<Word>((std::uint64_t{value} << 8) | bytes[offset + i]);
    }
    return value;
}

}  // namespace lookaside::esp
