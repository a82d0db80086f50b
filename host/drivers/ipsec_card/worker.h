// SPDX-License-Identifier: Apache-2.0
// A work item on a queue of its own: one of the driver's two processes.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "host/os/kernel.h"

namespace lookaside::drivers::ipsec_card {

/// Runs its function in process context after every schedule(), never beside itself; calls that
/// come before it has started are one. A queue of its own, so that a sleeping worker holds up
/// nobody else.
class Worker {
  public:
    Worker(os::Kernel& kernel, std::string_view name, std::optional<os::CpuId> cpu,
           std::function<void()> function)
        : queue_(kernel.make_work_queue(name)), cpu_(cpu), work_(std::move(function)) {}

    /// Any context.
    void schedule() {
        if (cpu_) {
            queue_->queue_work_on(*cpu_, work_);
        } else {
            queue_->queue_work(work_);
        }
    }

  private:
    std::unique_ptr<os::WorkQueue> queue_;
    std::optional<os::CpuId> cpu_;
    os::Work work_;
};

}  // namespace lookaside::drivers::ipsec_card
