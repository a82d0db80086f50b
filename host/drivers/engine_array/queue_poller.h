// SPDX-License-Identifier: Apache-2.0
// A thread that watches a queue pair's completion ring: no interrupt, but a busy CPU.
#pragma once

#include <memory>

#include "host/drivers/engine_array/completion_source.h"
#include "host/drivers/engine_array/queue_pair.h"

namespace lookaside::drivers::engine_array {

/// Sleeps while nobody waits for an answer.
class QueuePoller final : public CompletionSource {
  public:
    /// Keeps the queue pair's interrupt off and starts the thread on `cpu`. Process context.
    QueuePoller(const CardContext& card, QueuePair& pair, os::CpuId cpu);
    void submitted() override;

  private:
    void run(const os::KThread& self);
    void poll(const os::KThread& self);

    os::Kernel& kernel_;
    QueuePair& pair_;
    std::unique_ptr<os::WaitQueue> wait_queue_;
    bool asleep_ = false;
    std::unique_ptr<os::KThread> thread_;
};

}  // namespace lookaside::drivers::engine_array
