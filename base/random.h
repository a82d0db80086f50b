// SPDX-License-Identifier: Apache-2.0
// Seeded random numbers that are the same on every platform and standard library.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <span>

namespace lookaside {

/// SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014).
/// The distributions are spelt out here because those of <random> differ between libraries.
class Random {
  public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        state_ += 0x9E3779B97F4A7C15ULL;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
        return z ^ (z >> 31);
    }
    /// Uniform in [0, bound), bound > 0; the bias is below bound / 2^64.
    std::uint64_t below(std::uint64_t bound) {
        return static_cast<std::uint64_t>((static_cast<Wide>(next()) * bound) >> 64);
    }
    /// Uniform in (0, 1].
    double unit() { return static_cast<double>((next() >> 11) + 1) * 0x1.0p-53; }
    /// Exponentially distributed with the given mean.
    double exponential(double mean) { return -mean * std::log(unit()); }

    void fill(std::span<std::uint8_t> bytes) {
        constexpr std::size_t word = sizeof(std::uint64_t);
        for (; bytes.size() >= word; bytes = bytes.subspan(word)) {
            store(next(), bytes.first<word>());
        }
        if (!bytes.empty()) {
            std::array<std::uint8_t, word> last;
            store(next(), last);
            std::copy_n(last.begin(), bytes.size(), bytes.begin());
        }
    }

  private:
    /// Little endian whatever the machine. Buffers are filled for every packet; compilers do not
    /// see that the loop is one store.
    static void store(std::uint64_t bits, std::span<std::uint8_t, sizeof(std::uint64_t)> to) {
        if constexpr (std::endian::native == std::endian::little) {
            std::memcpy(to.data(), &bits, sizeof bits);
        } else {
            for (std::uint8_t& byte : to) {
                byte = static_cast<std::uint8_t>(bits);
                bits >>= 8;
            }
        }
    }

    __extension__ typedef unsigned __int128 Wide;

    std::uint64_t state_;
};

}  // namespace lookaside
