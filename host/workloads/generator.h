// SPDX-License-Identifier: Apache-2.0
// The common part of all generated workloads: a thread that submits until it is stopped.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string_view>

#include "host/os/kernel.h"
#include "host/workloads/requester.h"
#include "host/workloads/workload.h"

namespace lookaside::workloads {

/// Subclasses say when to submit. After stop() the thread waits for what is in flight; if a request
/// is lost, the workload never finishes and counters().in_flight() tells how many.
class Generator : public Workload {
  public:
    /// `cpu`: core of the thread; none: the least loaded one at start.
    Generator(os::Kernel& kernel, crypto_api::AeadProvider& provider, RequestSink& sink,
              const RequestParameters& parameters, std::optional<os::CpuId> cpu);

    void start(std::function<void()> on_finished) final;
    void stop() final { stopping_ = true; }
    bool finished() const final { return finished_; }

    const RequestCounters& counters() const { return requester_.counters(); }

  protected:
    /// Submits until stopping(). Runs in the workload's thread.
    virtual void generate() = 0;

    os::Kernel& kernel() { return kernel_; }
    Requester& requester() { return requester_; }
    bool stopping() const { return stopping_; }
    /// Callbacks so far, those for backlogged requests that moved up included.
    std::uint64_t returns() const { return returns_; }
    /// Sleeps until the condition holds or the workload is stopped, both looked at after each
    /// callback: something must be in flight.
    void wait_until(const std::function<bool()>& condition);

  private:
    void run();
    void on_returned();

    os::Kernel& kernel_;
    std::optional<os::CpuId> cpu_;
    Requester requester_;
    std::unique_ptr<os::WaitQueue> wait_queue_;
    std::function<void()> on_finished_;
    std::uint64_t returns_ = 0;
    bool stopping_ = false;
    bool finished_ = false;
    std::unique_ptr<os::KThread> thread_;
};

}  // namespace lookaside::workloads
