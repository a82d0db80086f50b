// SPDX-License-Identifier: Apache-2.0
// Spinlocks, over which cores spin, and mutexes, over which threads sleep.
#pragma once

#include <deque>
#include <string>

#include "host/os/kernel.h"
#include "host/os/sim_wait.h"

namespace lookaside::os {

/// Queued spinlock: granted in the order of arrival. Its time is spent before it is taken.
class SimSpinLock : public SpinLock {
  public:
    SimSpinLock(CurrentContext& current, std::string name);
    void lock() override;
    void unlock() override;
    void lock_irqsave() override;
    void unlock_irqrestore() override;

    /// "spinlock 'x' held by ..."
    std::string describe() const;

  private:
    Context& caller() const;
    static void pay(Context& me);
    void acquire(Context& me);
    void release(Context& me);

    CurrentContext& current_;
    std::string name_;
    Context* holder_ = nullptr;
    std::deque<Context*> spinners_;
};

/// Mutex that unlock() hands to the thread that has waited longest. (Linux's lets a running thread
/// overtake unless a sleeper has waited too long.)
class SimMutex : public Mutex, private Waitable {
  public:
    using Waitable::Waitable;
    void lock() override;
    void unlock() override;

  private:
    std::string describe() const override;

    Task* holder_ = nullptr;
};

}  // namespace lookaside::os
