// SPDX-License-Identifier: Apache-2.0
#include "host/os/sim_locks.h"

#include <utility>

#include "base/error.h"
#include "host/os/sim_core.h"
#include "host/os/sim_task.h"

namespace lookaside::os {

SimSpinLock::SimSpinLock(CurrentContext& current, std::string name)
    : current_(current), name_(std::move(name)) {}

std::string SimSpinLock::describe() const {
    return "spinlock '" + name_ + "'" +
           (holder_ != nullptr ? " held by " + holder_->describe() : std::string());
}

Context& SimSpinLock::caller() const {
    if (current_.context == nullptr) {
        throw SimulationError(describe() + " is used outside of any thread or interrupt");
    }
    return *current_.context;
}

/// Lock and unlock, before the lock is taken.
void SimSpinLock::pay(Context& me) {
    me.spend(me.core().profile().price(Cost::spin_lock));
    me.core().flush();
}

void SimSpinLock::acquire(Context& me) {
    if (holder_ == nullptr) {
        holder_ = &me;
        return;
    }
    if (&holder_->core() == &me.core()) {
        throw SimulationError(me.describe() + " would spin for ever on " + describe());
    }
    spinners_.push_back(&me);
    me.core().spin();
}

void SimSpinLock::release(Context& me) {
    if (holder_ != &me) {
        throw SimulationError(me.describe() + " unlocks " + describe() +
                              ", which it does not hold");
    }
    me.core().flush();
    holder_ = nullptr;
    if (!spinners_.empty()) {
        holder_ = spinners_.front();
        spinners_.pop_front();
        holder_->core().end_spin(*holder_);
    }
}

void SimSpinLock::lock() {
    Context& me = caller();
    pay(me);
    me.disable_preemption();
    acquire(me);
}

void SimSpinLock::unlock() {
    Context& me = caller();
    release(me);
    me.enable_preemption();
    me.core().flush();
}

void SimSpinLock::lock_irqsave() {
    Context& me = caller();
    pay(me);  // this, and what was owed before, can still be interrupted
    me.disable_interrupts();
    acquire(me);
}

void SimSpinLock::unlock_irqrestore() {
    Context& me = caller();
    release(me);
    me.enable_interrupts();
    me.core().flush();
}

std::string SimMutex::describe() const {
    return "mutex '" + name() + "'" +
           (holder_ != nullptr ? " held by " + holder_->describe() : std::string());
}

void SimMutex::lock() {
    Task& me = sleeper();
    if (holder_ == &me) {
        throw SimulationError(me.describe() + " locks " + describe() + " again");
    }
    me.spend(me.core().profile().price(Cost::mutex));
    me.core().flush();
    if (holder_ == nullptr) {
        holder_ = &me;
        return;
    }
    sleep_until(me, [&] { return holder_ == &me; });
}

void SimMutex::unlock() {
    Context& me = caller("unlock()");
    if (holder_ != &me) {
        throw SimulationError(me.describe() + " unlocks " + describe() +
                              ", which it does not hold");
    }
    me.core().flush();
    holder_ = nullptr;
    if (has_waiters()) {
        holder_ = &first_waiter();
        wake(1);
    }
}

}  // namespace lookaside::os
