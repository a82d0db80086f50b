// SPDX-License-Identifier: Apache-2.0
// Seeded random numbers that are the same on every platform and standard library.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
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
        while (!bytes.empty()) {
            // Little endian whatever the machine; the compiler makes one store of it.
            std::array<std::uint8_t, 8> word;
            for (std::uint64_t bits = next(); std::uint8_t & byte : word) {
                byte = static_cast<std::uint8_t>(bits);
                bits >>= 8;
            }
            const std::size_t count = std::min(bytes.size(), word.size());
            std::copy_n(word.begin(), count, bytes.begin());
            bytes = bytes.subspan(count);
        }
    }

  private:
    __extension__ typedef unsigned __int128 Wide;

    std::uint64_t state_;
};

}  // namespace lookaside
