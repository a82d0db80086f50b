// SPDX-License-Identifier: Apache-2.0
// Parameter values that are more than a number.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/units.h"

namespace lookaside::scenarios {

/// Sizes and how often each comes up, relative to the others; one part is a constant size.
struct SizeDistribution {
    struct Part {
        Bytes bytes = 0;
        std::uint64_t weight = 1;
    };
    std::vector<Part> parts;  // never empty

    Bytes largest() const { return std::ranges::max(parts, {}, &Part::bytes).bytes; }
    Bytes smallest() const { return std::ranges::min(parts, {}, &Part::bytes).bytes; }
};

/// An offered load, in requests or in payload bits a second; 0 if none is set.
struct OfferedRate {
    enum class Counts : std::uint8_t { packets, bits };

    double per_second = 0.0;
    Counts counts = Counts::packets;

    bool is_set() const { return per_second > 0.0; }
    /// Requests a second for requests of `mean_bytes`.
    double packets_per_second(double mean_bytes) const {
        return counts == Counts::packets ? per_second : per_second / (8.0 * mean_bytes);
    }
};

/// A file named in a scenario: relative names count from the scenario file, or from the working
/// directory when they come from the command line.
struct FilePath {
    std::string given;               // as written; empty if not set
    std::filesystem::path resolved;  // where it is

    bool is_set() const { return !given.empty(); }
};

/// How often each priority comes up, relative to the others; at least one weight is above 0.
using PriorityWeights = std::array<unsigned, 4>;

/// A device of the engine array.
struct DevicePlace {
    unsigned channel = 0;
    unsigned device = 0;  // on its bus
};

}  // namespace lookaside::scenarios
