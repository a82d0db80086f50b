// SPDX-License-Identifier: Apache-2.0
// Which thread a core runs next: a simplified Completely Fair Scheduler.
#pragma once

#include <cstdint>
#include <vector>

#include "base/units.h"

namespace lookaside::os {

class Task;

/// The choices of CFS (Linux kernel/sched/fair.c up to 6.5) for threads of equal weight, without
/// groups, migration or a periodic tick: a slice ends when it is used up, not at the next tick.
/// Defaults are fair.c's sysctls, which Linux scales by 1 + log2(CPUs).
class FairPolicy {
  public:
    explicit FairPolicy(unsigned cpus);

    /// Virtual runtime with which a thread that slept joins a queue: its own, but no more than half
    /// a scheduling latency behind the queue (GENTLE_FAIR_SLEEPERS).
    Picoseconds place(Picoseconds own, Picoseconds queue_minimum) const;
    /// True if a thread that just woke takes the core from the running one.
    bool preempts(Picoseconds woken, Picoseconds running) const {
        return running - woken > wakeup_granularity_;
    }
    /// CPU time a thread gets in one go while `runnable` threads (itself included) want the core.
    Picoseconds slice(std::size_t runnable) const;

    Picoseconds latency() const { return latency_; }
    Picoseconds wakeup_granularity() const { return wakeup_granularity_; }

  private:
    Picoseconds latency_;
    Picoseconds minimum_granularity_;
    Picoseconds wakeup_granularity_;
};

/// Threads of one core that are ready but not running. Smallest virtual runtime first, and among
/// equals the one that has been ready longest.
class RunQueue {
  public:
    bool empty() const { return tasks_.empty(); }
    std::size_t size() const { return tasks_.size(); }
    void push(Task& task);
    /// Removes and returns the next one; none if empty.
    Task* pop();
    /// Lowest virtual runtime this queue has seen leave; never goes back.
    Picoseconds minimum() const { return minimum_; }

  private:
    struct Entry {
        Task* task;
        std::uint64_t sequence;
    };
    std::vector<Entry> tasks_;
    std::uint64_t sequence_ = 0;
    Picoseconds minimum_{0};
};

}  // namespace lookaside::os
