// SPDX-License-Identifier: Apache-2.0
// Byte strings as the 128-bit words of rtl/aes_gcm's streams, in Verilator's layout.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>

namespace lookaside::crypto {

/// A 128-bit port as Verilator lays it out: four 32-bit parts, the lowest first. The first byte of
/// a string is the highest byte of the port.
class PortWord {
  public:
    static constexpr std::size_t bytes = 16;

    /// Fills `port` from the leading bytes of a string; the rest of the word becomes zero.
    template <typename Port>
    static void put(Port& port, std::span<const std::uint8_t> from) {
        std::array<std::uint8_t, bytes> padded{};
        const std::uint8_t* source = from.data();
        if (from.size() < bytes) {
            std::ranges::copy(from, padded.begin());
            source = padded.data();
        }
        for (std::size_t part = 0; part < 4; ++part) {
            port[3 - part] = load_big_endian(source + 4 * part);
        }
    }

    /// Writes the leading `to.size()` bytes (at most 16) of `port`.
    template <typename Port>
    static void get(const Port& port, std::span<std::uint8_t> to) {
        std::array<std::uint8_t, bytes> word;
        for (std::size_t part = 0; part < 4; ++part) {
            store_big_endian(port[3 - part], word.data() + 4 * part);
        }
        std::memcpy(to.data(), word.data(), std::min(to.size(), bytes));
    }

    static std::uint32_t load_big_endian(const std::uint8_t* from) {
        std::uint32_t value = 0;
        std::memcpy(&value, from, sizeof value);
        return __builtin_bswap32(value);
    }

  private:
    static_assert(std::endian::native == std::endian::little);
    static void store_big_endian(std::uint32_t value, std::uint8_t* to) {
        value = __builtin_bswap32(value);
        std::memcpy(to, &value, sizeof value);
    }
};

/// The words of a packet's parts in order; every part starts a word of its own.
class WordStream {
  public:
    void add(std::span<const std::uint8_t> part) {
        if (!part.empty()) {
            parts_[count_++] = part;
        }
    }
    bool empty() const { return current_ == count_; }
    /// At most 16 bytes; not empty().
    std::span<const std::uint8_t> front() const {
        return parts_[current_].first(std::min(parts_[current_].size(), PortWord::bytes));
    }
    void pop() {
        parts_[current_] = parts_[current_].subspan(front().size());
        if (parts_[current_].empty()) {
            ++current_;
        }
    }

  private:
    std::array<std::span<const std::uint8_t>, 4> parts_{};  // IV, AAD, data, tag
    std::size_t count_ = 0;
    std::size_t current_ = 0;
};

}  // namespace lookaside::crypto
