// SPDX-License-Identifier: Apache-2.0
// Compares what a device gave with what it should have given.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>

#include "host/workloads/block_exercise.h"

namespace lookaside::workloads {

/// `difference` is set if they are not equal.
inline BlockExercise::Verdict compare_bytes(const char* what, std::span<const std::uint8_t> found,
                                            std::span<const std::uint8_t> expected,
                                            std::string& difference) {
    // Nearly always equal: memcmp() finds that out many bytes at a time, mismatch() byte by byte.
    if (found.size() == expected.size() &&
        std::memcmp(found.data(), expected.data(), found.size()) == 0) {
        return BlockExercise::Verdict::right;
    }
    const auto at = std::ranges::mismatch(found, expected).in1;
    difference = std::string(what) + " differs from byte " + std::to_string(at - found.begin()) +
                 " of " + std::to_string(found.size());
    return BlockExercise::Verdict::wrong;
}

}  // namespace lookaside::workloads
