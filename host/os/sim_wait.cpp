// SPDX-License-Identifier: Apache-2.0
#include "host/os/sim_wait.h"

#include <algorithm>
#include <limits>

#include "base/error.h"
#include "host/os/sim_core.h"
#include "host/os/sim_task.h"

namespace lookaside::os {

Context& Waitable::caller(const char* call) const {
    if (current_.context == nullptr) {
        throw SimulationError(std::string(call) + " on " + describe() +
                              " outside of any thread or interrupt");
    }
    return *current_.context;
}

Task& Waitable::sleeper() const {
    Context& context = caller("sleep");
    context.core().require_sleepable(*this);
    return static_cast<Task&>(context);
}

void Waitable::sleep_until(Task& task, const std::function<bool()>& ready) {
    Core& core = task.core();
    const auto queued = [&] {
        return std::find(waiters_.begin(), waiters_.end(), &task) != waiters_.end();
    };
    for (;;) {
        if (!queued()) {
            waiters_.push_back(&task);
        }
        core.flush();
        if (ready() || task.timed_out()) {
            break;
        }
        SleepObserver* observer = task.observer();
        if (observer != nullptr) {
            observer->about_to_sleep(task);
        }
        core.flush();  // what the condition itself cost
        if (queued() && !task.timed_out()) {
            core.block(*this);
        }
        if (observer != nullptr) {
            observer->awake_again(task);
        }
    }
    std::erase(waiters_, &task);
}

void Waitable::wake(std::size_t count) {
    Context& me = caller("wake-up");
    Core& core = me.core();
    if (waiters_.empty()) {
        core.flush();
    }
    me.disable_interrupts();
    for (count = std::min(count, waiters_.size()); count > 0 && has_waiters(); --count) {
        core.charge_wake_up();
        release_first();
    }
    me.enable_interrupts();
    core.flush();
}

void Waitable::release_first() {
    if (has_waiters()) {  // else a time-out was faster
        Task& task = *waiters_.front();
        waiters_.pop_front();
        task.wake();
    }
}

void SimWaitQueue::wait_event(const std::function<bool()>& condition) {
    sleep_until(sleeper(), condition);
}

bool SimWaitQueue::wait_event_timeout(const std::function<bool()>& condition, Picoseconds timeout) {
    Task& task = sleeper();
    task.core().flush();
    task.set_timeout(task.core().now() + timeout);
    bool holds = false;
    sleep_until(task, [&] { return holds = condition(); });
    task.cancel_timeout();
    return holds;
}

void SimWaitQueue::wake_up() {
    wake(std::numeric_limits<std::size_t>::max());
}

void SimCompletion::wait_for_completion() {
    sleep_until(sleeper(), [this] { return done_ > 0; });
    --done_;
}

bool SimCompletion::wait_for_completion_timeout(Picoseconds timeout) {
    Task& task = sleeper();
    task.core().flush();
    task.set_timeout(task.core().now() + timeout);
    sleep_until(task, [this] { return done_ > 0; });
    task.cancel_timeout();
    if (done_ == 0) {
        return false;
    }
    --done_;
    return true;
}

void SimCompletion::complete() {
    caller("complete()").core().flush();
    ++done_;
    wake(1);
}

void Sleep::sleep_for(Picoseconds duration) {
    Task& task = sleeper();
    task.core().flush();
    task.set_timeout(task.core().now() + duration);
    sleep_until(task, [] { return false; });
    task.cancel_timeout();
}

}  // namespace lookaside::os
