// SPDX-License-Identifier: Apache-2.0
#include "host/os/sim_accounting.h"

namespace lookaside::os {

std::string_view name_of(CpuUse use) {
    static constexpr std::array<std::string_view, cpu_use_count> names = {
        "hard_irq", "softirq",    "thread", "switching", "spinning",
        "polling",  "mmio_stall", "waking", "idle",      "cstate",
    };
    return names[static_cast<std::size_t>(use)];
}

void CoreAccounting::settle(SimTime now) {
    if (use_ != then_ && then_at_ <= now) {
        book(use_, then_at_ - since_);
        since_ = then_at_;
        use_ = then_;
    }
    book(use_, now - since_);
    since_ = now;
}

Picoseconds CoreAccounting::enter(CpuUse use, SimTime now) {
    return enter(use, now, use, now);
}

Picoseconds CoreAccounting::enter(CpuUse use, SimTime now, CpuUse then, SimTime at) {
    const Picoseconds elapsed = now - since_;
    settle(now);
    use_ = use;
    then_ = then;
    then_at_ = at;
    return elapsed;
}

void CoreAccounting::settle_jobs(SimTime now) {
    jobs_time_integral_ +=
        static_cast<double>(jobs_) * static_cast<double>((now - jobs_since_).count());
    jobs_since_ = now;
}

void CoreAccounting::job_arrived(SimTime now) {
    settle_jobs(now);
    ++jobs_;
}

void CoreAccounting::job_served(SimTime arrived, SimTime now) {
    settle_jobs(now);
    --jobs_;
    ++served_;
    residence_ += time_in_window(arrived, now);
}

void CoreAccounting::reset(SimTime now) {
    settle(now);
    settle_jobs(now);
    opened_ = now;
    spent_.fill(Picoseconds{0});
    counters_ = Counters{};
    jobs_time_integral_ = 0.0;
    served_ = 0;
    residence_ = Picoseconds{0};
}

void CoreAccounting::publish(const std::string& core, SimTime now, Picoseconds unfinished,
                             std::vector<Statistic>& values,
                             std::vector<ResourceUsage>& resources) const {
    Picoseconds busy{0};
    for (std::size_t i = 0; i < cpu_use_count; ++i) {
        const auto use = static_cast<CpuUse>(i);
        if (use != CpuUse::idle && use != CpuUse::cstate) {
            busy += spent_[i];
        }
        values.push_back({core + ".time." + std::string(name_of(use)), "ps",
                          "time the core was used so",
                          static_cast<std::uint64_t>(spent_[i].count())});
    }
    const auto count = [&](const char* name, const char* description, std::uint64_t value) {
        values.push_back({core + "." + name, "1", description, value});
    };
    count("interrupts", "hard interrupts taken", counters_.interrupts);
    count("softirqs", "tasklets and timer functions run", counters_.softirqs);
    count("switches", "context switches between threads, the idle thread included",
          counters_.switches);
    count("wake_ups", "threads made runnable", counters_.wake_ups);
    count("preemptions", "threads preempted by other threads", counters_.preemptions);
    count("cstate_exits", "times the core left a C-state", counters_.cstate_exits);

    ResourceUsage usage;
    usage.name = core;
    usage.description = "CPU core; a job is a thread's activation or an interrupt";
    usage.busy = busy;
    usage.served = served_;
    usage.jobs_time_integral =
        jobs_time_integral_ +
        static_cast<double>(jobs_) * static_cast<double>((now - jobs_since_).count());
    usage.residence = residence_ + unfinished;
    usage.spinning = spent(CpuUse::spinning) + spent(CpuUse::polling);
    resources.push_back(usage);
}

}  // namespace lookaside::os
