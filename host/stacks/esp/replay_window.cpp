// SPDX-License-Identifier: Apache-2.0
#include "host/stacks/esp/replay_window.h"

#include <algorithm>
#include <stdexcept>

namespace lookaside::esp {

ReplayWindow::ReplayWindow(unsigned size, bool extended, std::uint64_t highest)
    : seen_(size, true), extended_(extended), highest_(highest) {
    if (size == 0) {
        throw std::invalid_argument("a replay window holds at least one packet");
    }
}

std::uint64_t ReplayWindow::full_sequence(std::uint32_t low) const {
    if (!extended_) {
        return low;
    }
    const auto top_low = static_cast<std::uint32_t>(highest_);
    const std::uint64_t top_high = highest_ >> 32;
    const std::uint32_t behind_top = static_cast<std::uint32_t>(seen_.size()) - 1;
    const std::uint32_t bottom = top_low - behind_top;  // modulo 2^32
    std::uint64_t high = top_high;
    if (top_low >= behind_top) {
        // The window lies within one 2^32: a number below it belongs to the next.
        high = low >= bottom ? top_high : top_high + 1;
    } else if (low >= bottom && top_high > 0) {
        // The window began in the 2^32 before.
        high = top_high - 1;
    }
    return (high << 32) | low;
}

bool ReplayWindow::check(std::uint64_t sequence) const {
    if (sequence == 0) {
        return false;
    }
    if (sequence > highest_) {
        return true;
    }
    return highest_ - sequence < seen_.size() && !seen_[sequence % seen_.size()];
}

void ReplayWindow::advance(std::uint64_t sequence) {
    if (sequence > highest_) {
        const std::uint64_t steps = std::min<std::uint64_t>(sequence - highest_, seen_.size());
        for (std::uint64_t i = 0; i < steps; ++i) {
            seen_[(sequence - i) % seen_.size()] = false;
        }
        highest_ = sequence;
    }
    seen_[sequence % seen_.size()] = true;
}

}  // namespace lookaside::esp
