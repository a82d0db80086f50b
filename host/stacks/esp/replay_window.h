// SPDX-License-Identifier: Apache-2.0
// Anti-replay window of a receiver, with and without extended sequence numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace lookaside::esp {

/// RFC 4303 section 3.4.3 and appendix A. A packet is looked up with full_sequence() and check(),
/// and only an authentic one is entered with advance(): a forged one must not move the window.
class ReplayWindow {
  public:
    /// `size`: how many numbers back from the highest one are still accepted, that one included; at
    /// least 1. Numbers up to `highest` count as seen.
    ReplayWindow(unsigned size, bool extended, std::uint64_t highest = 0);

    /// The 64-bit number of a packet that carries `low`: with extended numbers the high half is the
    /// one that puts it nearest to the window (appendix A2.2), else 0.
    std::uint64_t full_sequence(std::uint32_t low) const;
    /// False if the number is 0, behind the window, or seen already.
    bool check(std::uint64_t sequence) const;
    /// Enters a number that check() accepts.
    void advance(std::uint64_t sequence);

    std::uint64_t highest() const { return highest_; }

  private:
    std::vector<bool> seen_;  // ring: number n at n modulo size
    bool extended_;
    std::uint64_t highest_;
};

}  // namespace lookaside::esp
