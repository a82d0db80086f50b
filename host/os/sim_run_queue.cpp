// SPDX-License-Identifier: Apache-2.0
#include "host/os/sim_run_queue.h"

#include <algorithm>
#include <bit>

#include "host/os/sim_task.h"

namespace lookaside::os {

FairPolicy::FairPolicy(unsigned cpus) {
    // kernel/sched/fair.c: get_update_sysctl_factor() counts at most 8 CPUs.
    const auto factor = static_cast<std::int64_t>(std::bit_width(std::clamp(cpus, 1U, 8U)));
    latency_ = 6_ms * factor;
    minimum_granularity_ = 750_us * factor;
    wakeup_granularity_ = 1_ms * factor;
}

Picoseconds FairPolicy::place(Picoseconds own, Picoseconds queue_minimum) const {
    return std::max(own, queue_minimum - latency_ / 2);
}

Picoseconds FairPolicy::slice(std::size_t runnable) const {
    return std::max(latency_ / static_cast<std::int64_t>(runnable), minimum_granularity_);
}

void RunQueue::push(Task& task) {
    tasks_.push_back({&task, sequence_++});
}

Task* RunQueue::pop() {
    if (tasks_.empty()) {
        return nullptr;
    }
    const auto next =
        std::min_element(tasks_.begin(), tasks_.end(), [](const Entry& a, const Entry& b) {
            return a.task->virtual_runtime() != b.task->virtual_runtime()
                       ? a.task->virtual_runtime() < b.task->virtual_runtime()
                       : a.sequence < b.sequence;
        });
    Task* task = next->task;
    tasks_.erase(next);
    minimum_ = std::max(minimum_, task->virtual_runtime());
    return task;
}

}  // namespace lookaside::os
