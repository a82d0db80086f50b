// SPDX-License-Identifier: Apache-2.0
// How large requests are: one size, or several by weight.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/random.h"
#include "base/units.h"

namespace lookaside::workloads {

class SizeMix {
  public:
    struct Part {
        Bytes bytes = 0;
        std::uint64_t weight = 1;
    };

    /// At least one part with a weight above 0; sizes of 1 byte or more.
    explicit SizeMix(std::vector<Part> parts) : parts_(std::move(parts)) {
        for (const Part& part : parts_) {
            total_ += part.weight;
        }
    }
    static SizeMix fixed(Bytes size) { return SizeMix({{size, 1}}); }
    /// The "simple IMIX" of network testing: 7 : 4 : 1 IP packets of 40, 576 and 1500 bytes.
    static SizeMix imix() { return SizeMix({{40, 7}, {576, 4}, {1500, 1}}); }

    Bytes draw(Random& random) const {
        if (parts_.size() == 1) {
            return parts_.front().bytes;
        }
        std::uint64_t ticket = random.below(total_);
        for (const Part& part : parts_) {
            if (ticket < part.weight) {
                return part.bytes;
            }
            ticket -= part.weight;
        }
        return parts_.back().bytes;
    }
    Bytes largest() const { return std::ranges::max(parts_, {}, &Part::bytes).bytes; }
    double mean() const {
        double sum = 0.0;
        for (const Part& part : parts_) {
            sum += static_cast<double>(part.bytes) * static_cast<double>(part.weight);
        }
        return sum / static_cast<double>(total_);
    }

  private:
    std::vector<Part> parts_;
    std::uint64_t total_ = 0;
};

}  // namespace lookaside::workloads
