// SPDX-License-Identifier: Apache-2.0
// The part of Core that chooses among threads.
#include <algorithm>

#include "base/error.h"
#include "host/os/sim_core.h"
#include "host/os/sim_task.h"
#include "host/os/sim_wait.h"

namespace lookaside::os {

void Core::require_sleepable(const Waitable& object) const {
    if (!current_->is_preemptible()) {
        refuse_sleep(object.describe());
    }
}

void Core::refuse_sleep(const std::string& object) const {
    const char* why = current_->kind() == ContextKind::thread
                          ? " while it holds a spinlock or has interrupts off"
                          : "";
    throw SimulationError(current_->describe() + why + " may not sleep, but waits for " + object);
}

void Core::block(Waitable& reason) {
    require_sleepable(reason);
    auto& me = static_cast<Task&>(*current_);
    me.set_blocked(reason);
    accounting_.job_served(me.runnable_since(), now());
    dispatch();
    me.suspend();
    occupy(&me, Phase::code);
    flush();
}

void Core::yield() {
    flush();
    if (!current_->is_preemptible()) {
        refuse_sleep("its turn in schedule()");
    }
    auto& me = static_cast<Task&>(*current_);
    settle_running();
    run_queue_.push(me);
    dispatch();
    me.suspend();
    occupy(&me, Phase::code);
    flush();
}

void Core::exit_task() {
    flush();
    auto& me = static_cast<Task&>(*current_);
    me.set_exited();
    accounting_.job_served(me.runnable_since(), now());
    dispatch();
}

void Core::make_runnable(Task& task) {
    task.set_ready(now());
    task.set_virtual_runtime(policy_.place(task.virtual_runtime(), run_queue_.minimum()));
    accounting_.job_arrived(now());
    ++accounting_.counters().wake_ups;
    run_queue_.push(task);
    if (phase_ == Phase::idle) {
        leave_idle();
        dispatch();
    } else {
        consider_preemption(task);
    }
}

void Core::leave_idle() {
    const SimTime now = agenda_.now();
    if (now - idle_since_ >= profile_.cstate_entry) {
        awake_at_ = now + profile_.price(Cost::cstate_exit);
        ++accounting_.counters().cstate_exits;
    }
}

void Core::dispatch() {
    need_resched_ = false;
    Task* next = run_queue_.pop();
    if (next != nullptr) {
        switch_to(*next);
        return;
    }
    slice_end_.disarm();
    last_task_ = nullptr;
    idle_since_ = now();
    occupy(nullptr, Phase::idle);
}

void Core::switch_to(Task& task) {
    task.set_running();
    task.switch_left_ = Picoseconds{0};
    if (&task != last_task_) {
        last_task_ = &task;
        ++accounting_.counters().switches;
        task.switch_left_ = profile_.price(Cost::context_switch);
    }
    if (awake_at_ > now()) {
        task.switch_left_ += awake_at_ - now();
    }
    slice_start_ = task.cpu_time();
    resume(task);
    slice_end_.disarm();
    watch_slice();
}

Task* Core::thread_in_charge() const {
    Context* bottom = interrupted_.empty() ? current_ : interrupted_.front();
    return bottom != nullptr && bottom->kind() == ContextKind::thread ? static_cast<Task*>(bottom)
                                                                      : nullptr;
}

void Core::consider_preemption(const Task& woken) {
    Task* running = thread_in_charge();
    if (running == nullptr) {
        return;  // the interrupt dispatches when it ends
    }
    settle_running();
    if (policy_.preempts(woken.virtual_runtime(), running->virtual_runtime())) {
        need_resched_ = true;
        take_from_thread();
    }
    watch_slice();
}

/// Preempts the running thread at once if nothing keeps it from being preempted.
void Core::take_from_thread() {
    if (phase_ == Phase::computing && current_->is_preemptible() && can_be_taken()) {
        set_aside();
        preempt();
    }
}

/// Puts the occupant, a thread that does not run any more, back into the queue for another one.
void Core::preempt() {
    auto& task = static_cast<Task&>(*current_);
    settle_running();
    task.set_preempted();
    ++accounting_.counters().preemptions;
    run_queue_.push(task);
    dispatch();
}

/// Sees to it that the running thread does not exceed its slice while others are ready.
void Core::watch_slice() {
    if (run_queue_.empty()) {
        return;
    }
    const Task* running = thread_in_charge();
    if (running != nullptr) {
        const Picoseconds used = running->cpu_time() - slice_start_;
        const Picoseconds left = policy_.slice(run_queue_.size() + 1) - used;
        slice_end_.arm_in(std::max(left, Picoseconds{1}));
    }
}

void Core::end_slice() {
    const Task* running = thread_in_charge();
    if (run_queue_.empty() || running == nullptr) {
        return;
    }
    settle_running();
    if (running->cpu_time() - slice_start_ < policy_.slice(run_queue_.size() + 1)) {
        watch_slice();  // interrupts took part of the time
        return;
    }
    need_resched_ = true;
    take_from_thread();
}

}  // namespace lookaside::os
