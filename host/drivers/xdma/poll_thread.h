// SPDX-License-Identifier: Apache-2.0
// The completion thread of poll mode: one a CPU, serving the engines assigned to it.
#pragma once

#include <memory>
#include <vector>

#include "host/os/kernel.h"

namespace lookaside::drivers::xdma {

/// Something a PollThread looks after.
class Pollable {
  public:
    virtual ~Pollable() = default;
    /// There is something to poll for.
    virtual bool has_work() const = 0;
    /// Polls until one completion is served, the work is gone or the time is up.
    virtual void poll() = 0;
};

/// Sleeps while none of its engines has a transfer, else polls them in turn.
class PollThread {
  public:
    PollThread(os::Kernel& kernel, os::CpuId cpu);

    void add(Pollable& engine) { engines_.push_back(&engine); }
    void wake() { wait_queue_->wake_up(); }
    std::size_t load() const { return engines_.size(); }

  private:
    bool has_work() const;
    void run(const os::KThread& self);

    os::Kernel& kernel_;
    std::vector<Pollable*> engines_;
    std::unique_ptr<os::WaitQueue> wait_queue_;
    std::unique_ptr<os::KThread> thread_;
};

}  // namespace lookaside::drivers::xdma
