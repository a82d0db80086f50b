// SPDX-License-Identifier: Apache-2.0
#include "host/os/sim_task.h"

#include <utility>

#include "host/os/sim_core.h"
#include "host/os/sim_wait.h"

namespace lookaside::os {

Task::Task(CurrentContext& current, Core& core, Agenda& agenda, std::string name,
           std::function<void(KThread&)> body)
    : Context(current, core, ContextKind::thread, std::move(name)),
      timeout_(*this),
      alarm_(agenda, AlarmPriority::software, [this] { ring(); }) {
    launch([this, body = std::move(body)] {
        body(*this);
        this->core().exit_task();
    });
    alarm_.arm(agenda.now());
}

void Task::ring() {
    if (state_ == State::starting) {
        core().make_runnable(*this);
    } else {
        core().interrupt(timeout_);
    }
}

void Task::set_timeout(SimTime deadline) {
    timed_out_ = false;
    deadline_ = deadline;
    alarm_.arm(deadline);
}

void Task::cancel_timeout() {
    deadline_.reset();
    timed_out_ = false;
    alarm_.disarm();
}

/// The timer interrupt. It may come after the thread was woken otherwise, and then does nothing.
void Task::expire() {
    if (!deadline_ || core().now() < *deadline_) {
        return;
    }
    timed_out_ = true;
    deadline_.reset();
    if (state_ == State::blocked) {
        core().charge_wake_up();
        wake();
    }
}

void Task::wake() {
    if (state_ == State::blocked) {
        core().make_runnable(*this);
    }
}

void Task::stop() {
    should_stop_ = true;
    if (state_ == State::blocked && waits_for_->ends_on_stop()) {
        wake();
    }
}

void Task::set_ready(SimTime now) {
    state_ = State::ready;
    waits_for_ = nullptr;
    runnable_since_ = now;
}

void Task::set_blocked(const Waitable& reason) {
    state_ = State::blocked;
    waits_for_ = &reason;
}

}  // namespace lookaside::os
