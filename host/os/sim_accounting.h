// SPDX-License-Identifier: Apache-2.0
// What one core did with its time, to the picosecond, and how many jobs wanted it.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/statistics.h"
#include "base/units.h"

namespace lookaside::os {

/// How a core is used at a moment; the uses of a window add up to the window exactly.
enum class CpuUse : std::uint8_t {
    hard_irq,    // entry, handlers, exit
    softirq,     // tasklets and timer functions
    thread,      // process context
    switching,   // schedule() from one thread to another
    spinning,    // on a spinlock that another core holds
    polling,     // looking at a word in memory until a device changes it
    mmio_stall,  // waiting for a load, or for room for a posted store
    waking,      // leaving a C-state
    idle,
    cstate,  // idle for longer than cstate_entry
};
inline constexpr std::size_t cpu_use_count = static_cast<std::size_t>(CpuUse::cstate) + 1;

/// Name as it appears in statistics.
std::string_view name_of(CpuUse use);

/// Books of one core. A job is a thread from runnable to blocked, or an interrupt from its message
/// to the end of its handler.
class CoreAccounting {
  public:
    struct Counters {
        std::uint64_t interrupts = 0;
        std::uint64_t softirqs = 0;
        std::uint64_t switches = 0;
        std::uint64_t wake_ups = 0;
        std::uint64_t preemptions = 0;
        std::uint64_t cstate_exits = 0;
    };

    /// The core is used so from `now` on; returns what passed since the last call.
    Picoseconds enter(CpuUse use, SimTime now);
    /// The same, and from `at` on (not before `now`) for `then`, unless another call comes first.
    Picoseconds enter(CpuUse use, SimTime now, CpuUse then, SimTime at);

    /// True if the core is used so now and will be until the next call: that call can be left out.
    bool keeps(CpuUse use) const { return use_ == use && then_ == use; }

    void job_arrived(SimTime now);
    void job_served(SimTime arrived, SimTime now);
    /// What a job that arrived then has spent here since the window opened.
    Picoseconds time_in_window(SimTime arrived, SimTime now) const {
        return now - std::max(arrived, opened_);
    }
    Counters& counters() { return counters_; }
    Picoseconds spent(CpuUse use) const { return spent_[static_cast<std::size_t>(use)]; }
    /// Books what passed up to `now`.
    void settle(SimTime now);

    void reset(SimTime now);
    /// `unfinished`: time_in_window() of all jobs that are still here. A thread under load can be
    /// runnable for a good part of a window, so the books would not close without these. Call
    /// settle() first.
    void publish(const std::string& core, SimTime now, Picoseconds unfinished,
                 std::vector<Statistic>& values, std::vector<ResourceUsage>& resources) const;

  private:
    void book(CpuUse use, Picoseconds duration) {
        spent_[static_cast<std::size_t>(use)] += duration;
    }
    void settle_jobs(SimTime now);

    CpuUse use_ = CpuUse::idle;
    CpuUse then_ = CpuUse::idle;
    SimTime since_{0};
    SimTime then_at_{0};
    std::array<Picoseconds, cpu_use_count> spent_{};
    Counters counters_;
    SimTime opened_{0};
    std::uint64_t jobs_ = 0;
    SimTime jobs_since_{0};
    double jobs_time_integral_ = 0.0;
    std::uint64_t served_ = 0;
    Picoseconds residence_{0};
};

}  // namespace lookaside::os
