// SPDX-License-Identifier: Apache-2.0
// Units shared by every room. Nothing here knows SystemC.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <ratio>

namespace lookaside {

/// A simulated duration, 1 ps resolution (about 106 days fit).
using Picoseconds = std::chrono::duration<std::int64_t, std::pico>;

/// A moment in simulated time, counted from the start of the simulation.
using SimTime = Picoseconds;

using Bytes = std::uint64_t;
using Cycles = std::uint64_t;

/// A frequency in hertz. Its period is rounded down to whole picoseconds, as the kernel's is.
struct Hertz {
    std::uint64_t value = 0;

    constexpr Picoseconds period() const {
        return Picoseconds{static_cast<std::int64_t>(1'000'000'000'000ULL / value)};
    }
    friend constexpr auto operator<=>(Hertz, Hertz) = default;
};

constexpr Hertz operator""_MHz(unsigned long long mhz) {
    return Hertz{mhz * 1'000'000ULL};
}
constexpr Picoseconds operator""_ps(unsigned long long n) {
    return Picoseconds{static_cast<std::int64_t>(n)};
}
constexpr Picoseconds operator""_ns(unsigned long long n) {
    return Picoseconds{static_cast<std::int64_t>(n) * 1'000};
}
constexpr Picoseconds operator""_us(unsigned long long n) {
    return Picoseconds{static_cast<std::int64_t>(n) * 1'000'000};
}
constexpr Picoseconds operator""_ms(unsigned long long n) {
    return Picoseconds{static_cast<std::int64_t>(n) * 1'000'000'000};
}
constexpr Bytes operator""_KiB(unsigned long long n) {
    return n * 1024;
}

constexpr double to_us(Picoseconds t) {
    return static_cast<double>(t.count()) * 1e-6;
}
constexpr double to_seconds(Picoseconds t) {
    return static_cast<double>(t.count()) * 1e-12;
}

}  // namespace lookaside
