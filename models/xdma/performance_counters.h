// SPDX-License-Identifier: Apache-2.0
// A channel's performance monitor: cycles, cycles with data, cycles with work but no data.
#pragma once

#include <algorithm>

#include "models/base/clock_domain.h"
#include "models/xdma/register_block.h"

namespace lookaside::xdma {

/// PG195 "Channel Performance Monitor Control": run (bit 2) arms the counters, which count while
/// the channel runs; clear (bit 1) zeroes them; auto (bit 0) zeroes them when the channel is
/// started and stops them when a descriptor with Stop is done. (The Linux driver's names of bits 0
/// and 2 are the other way round; it always writes both.) What "pending" counts is not published;
/// here it is the cycles of a busy channel in which no beat moved.
class PerformanceCounters {
  public:
    explicit PerformanceCounters(const ClockDomain& clock) : clock_(clock) {}

    void channel_started(SimTime now) {
        if ((control_ & automatic) != 0) {
            clear(now);
        }
        channel_runs_ = true;
        update(now);
    }
    void channel_halted(SimTime now) {
        channel_runs_ = false;
        update(now);
    }
    void stop_descriptor_done(SimTime now) {
        if ((control_ & automatic) != 0) {
            channel_halted(now);
        }
    }
    void beats(Cycles count) {
        if (counting_) {
            data_ += count;
        }
    }

    std::uint32_t control() const { return control_; }
    void write_control(SimTime now, std::uint32_t value) {
        if ((value & clear_bit) != 0) {
            clear(now);
        }
        control_ = value & (run | automatic);
        update(now);
    }

    Cycles cycles(SimTime now) const {
        return cycles_ + (counting_ ? clock_.cycles_in(now - since_) : 0);
    }
    Cycles data_cycles() const { return data_; }
    Cycles pending_cycles(SimTime now) const { return cycles(now) - std::min(cycles(now), data_); }

    /// Counters have 42 bits; the high word's bit 16 says that the maximum was reached.
    static std::uint32_t low_word(Cycles count) {
        return static_cast<std::uint32_t>(std::min(count, maximum));
    }
    static std::uint32_t high_word(Cycles count) {
        const auto high = static_cast<std::uint32_t>(std::min(count, maximum) >> 32);
        return high | (count >= maximum ? 1U << 16 : 0U);
    }

  private:
    static constexpr std::uint32_t automatic = 1U << 0;
    static constexpr std::uint32_t clear_bit = 1U << 1;
    static constexpr std::uint32_t run = 1U << 2;
    static constexpr Cycles maximum = (Cycles{1} << 42) - 1;

    void clear(SimTime now) {
        cycles_ = 0;
        data_ = 0;
        since_ = now;
    }
    void update(SimTime now) {
        const bool count = channel_runs_ && (control_ & run) != 0;
        if (counting_ && !count) {
            cycles_ = cycles(now);
        } else if (!counting_ && count) {
            since_ = now;
        }
        counting_ = count;
    }

    const ClockDomain& clock_;
    std::uint32_t control_ = 0;
    bool channel_runs_ = false;
    bool counting_ = false;
    SimTime since_{0};
    Cycles cycles_ = 0;
    Cycles data_ = 0;
};

}  // namespace lookaside::xdma
