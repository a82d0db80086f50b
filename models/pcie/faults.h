// SPDX-License-Identifier: Apache-2.0
// Injected bit errors of one direction of a link.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "base/random.h"
#include "base/units.h"

namespace lookaside::pcie {

/// Which packets are damaged on the way. Ordinals count transmissions (replays too) from 0.
struct FaultPlan {
    std::vector<std::uint64_t> corrupt_tlps;  // ascending ordinals of TLPs
    std::vector<std::uint64_t> lose_dllps;    // ascending ordinals of Ack/Nak DLLPs (bad CRC-16)
    double bit_error_rate = 0.0;              // of TLPs, independent bits
    std::uint64_t seed = 1;

    bool empty() const {
        return corrupt_tlps.empty() && lose_dllps.empty() && bit_error_rate == 0.0;
    }
};

/// Draws the verdicts of a plan in transmission order.
class FaultInjector {
  public:
    explicit FaultInjector(FaultPlan plan) : plan_(std::move(plan)), random_(plan_.seed) {}

    bool active() const { return !plan_.empty(); }
    /// Is the next TLP, of this many bytes, damaged?
    bool corrupts_tlp(Bytes bytes) {
        const bool listed = hits(plan_.corrupt_tlps, next_tlp_, tlps_++);
        if (plan_.bit_error_rate <= 0.0) {
            return listed;
        }
        const double bits = 8.0 * static_cast<double>(bytes);
        return random_.unit() < -std::expm1(bits * std::log1p(-plan_.bit_error_rate)) || listed;
    }
    bool loses_dllp() { return hits(plan_.lose_dllps, next_dllp_, dllps_++); }
    /// The bit that the error flips, of `bits`.
    std::uint64_t flipped_bit(std::uint64_t bits) { return random_.below(bits); }

  private:
    static bool hits(const std::vector<std::uint64_t>& list, std::size_t& next,
                     std::uint64_t ordinal) {
        if (next < list.size() && list[next] == ordinal) {
            ++next;
            return true;
        }
        return false;
    }

    FaultPlan plan_;
    Random random_;
    std::size_t next_tlp_ = 0;
    std::size_t next_dllp_ = 0;
    std::uint64_t tlps_ = 0;
    std::uint64_t dllps_ = 0;
};

}  // namespace lookaside::pcie
