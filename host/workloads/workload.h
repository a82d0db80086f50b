// SPDX-License-Identifier: Apache-2.0
// What drives the system: makes requests until it is told to stop.
#pragma once

#include <functional>

namespace lookaside::workloads {

class Workload {
  public:
    virtual ~Workload() = default;
    /// Starts making requests, in a kernel thread of its own. `on_finished` is called from it
    /// after stop(), when the last request has come back.
    virtual void start(std::function<void()> on_finished) = 0;
    /// Makes no more requests; what is in flight still comes back. From anywhere.
    virtual void stop() = 0;
    /// Stopped, and every request has come back.
    virtual bool finished() const = 0;
};

}  // namespace lookaside::workloads
