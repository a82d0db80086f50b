// SPDX-License-Identifier: Apache-2.0
// Sleeping and waking: wait queues, completions and plain sleep.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <string>

#include "host/os/kernel.h"
#include "host/os/sim_context.h"

namespace lookaside::os {

class Core;
class Task;

/// Something threads sleep on, first come first served.
class Waitable {
  public:
    Waitable(CurrentContext& current, std::string name)
        : current_(current), name_(std::move(name)) {}
    virtual ~Waitable() = default;
    Waitable(const Waitable&) = delete;
    Waitable& operator=(const Waitable&) = delete;

    /// For messages and the wait-for graph: "mutex 'desc_lock' held by thread 'p' on cpu0".
    virtual std::string describe() const = 0;
    /// True if KThread::stop() ends the sleep, so that the thread can look at should_stop().
    virtual bool ends_on_stop() const { return false; }

  protected:
    const std::string& name() const { return name_; }
    /// The calling context; throws SimulationError if no modelled code is running.
    Context& caller(const char* call) const;
    /// The calling thread; throws SimulationError if the caller may not sleep.
    Task& sleeper() const;

    /// Sleeps until `ready()` holds or, if set, the thread's time-out is over. The thread is queued
    /// before it looks, so that no wake-up is lost, as after Linux's prepare_to_wait().
    void sleep_until(Task& task, const std::function<bool()>& ready);
    /// Wakes up to `count` of the threads that sleep now, at the caller's cost.
    void wake(std::size_t count);
    /// Makes the thread that has waited longest runnable, if there is one; the caller has paid.
    void release_first();
    bool has_waiters() const { return !waiters_.empty(); }
    /// The thread that has waited longest; only if there is one.
    Task& first_waiter() const { return *waiters_.front(); }

    CurrentContext& current_;

  private:
    std::string name_;
    std::deque<Task*> waiters_;
};

/// Linux's wait queue. wait_event() sleeps non-exclusively, so wake_up() wakes every sleeper, as in
/// Linux, and each looks at its own condition; wake_up_all() differs only for exclusive ones.
class SimWaitQueue : public WaitQueue, private Waitable {
  public:
    using Waitable::Waitable;
    void wait_event(const std::function<bool()>& condition) override;
    bool wait_event_timeout(const std::function<bool()>& condition, Picoseconds timeout) override;
    void wake_up() override;
    void wake_up_all() override { wake_up(); }

  private:
    std::string describe() const override { return "wait queue '" + name() + "'"; }
    bool ends_on_stop() const override { return true; }
};

/// Linux's completion: complete() lets one waiter through, now or later.
class SimCompletion : public Completion, private Waitable {
  public:
    using Waitable::Waitable;
    void wait_for_completion() override;
    bool wait_for_completion_timeout(Picoseconds timeout) override;
    void complete() override;
    void reinit() override { done_ = 0; }

  private:
    std::string describe() const override { return "completion '" + name() + "'"; }

    std::uint64_t done_ = 0;
};

/// Kernel::sleep(): nothing but the timer ends it.
class Sleep : public Waitable {
  public:
    explicit Sleep(CurrentContext& current) : Waitable(current, "sleep") {}
    void sleep_for(Picoseconds duration);

  private:
    std::string describe() const override { return "its timer"; }
};

}  // namespace lookaside::os
