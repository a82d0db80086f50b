// SPDX-License-Identifier: Apache-2.0
#include "host/os/sim_core.h"

#include <algorithm>

#include "host/os/sim_task.h"

namespace lookaside::os {

Core::InterruptContext::InterruptContext(CurrentContext& current, Core& core, ContextKind kind,
                                         const std::string& name, void (Core::*serve)())
    : Context(current, core, kind, name) {
    launch([&core, serve] { (core.*serve)(); });
}

Core::Core(CpuId id, const CpuProfile& profile, const FairPolicy& policy, Agenda& agenda,
           CurrentContext& current)
    : id_(id),
      name_("cpu" + std::to_string(id)),
      agenda_(agenda),
      profile_(profile),
      policy_(policy),
      running_(current),
      hard_irq_(current, *this, ContextKind::hard_irq, name_ + ".hard_irq", &Core::serve_hard_irqs),
      softirq_(current, *this, ContextKind::softirq, name_ + ".softirq", &Core::serve_softirqs),
      slice_end_(agenda, AlarmPriority::software, [this] { end_slice(); }) {
    occupy(nullptr, Phase::idle);
}

CpuUse Core::use_of(const Context* who, Phase phase) const {
    switch (phase) {
        case Phase::idle:
            return CpuUse::idle;
        case Phase::switching:
            return CpuUse::switching;
        case Phase::spinning:
            return CpuUse::spinning;
        case Phase::stalled:
            return CpuUse::mmio_stall;
        case Phase::code:
        case Phase::computing:
            break;
    }
    if (who->polling_) {
        return CpuUse::polling;
    }
    switch (who->kind()) {
        case ContextKind::hard_irq:
            return CpuUse::hard_irq;
        case ContextKind::softirq:
            return CpuUse::softirq;
        case ContextKind::thread:
            break;
    }
    return CpuUse::thread;
}

void Core::charge(Picoseconds elapsed) {
    if (current_ == nullptr || phase_ == Phase::switching) {
        return;
    }
    current_->cpu_time_ += elapsed;
    if (current_->kind() == ContextKind::thread) {
        static_cast<Task*>(current_)->run_for(elapsed);
    }
}

void Core::occupy(Context* who, Phase phase) {
    const CpuUse use = use_of(who, phase);
    if (who == current_ && accounting_.keeps(use)) {
        phase_ = phase;  // the books go on as they are
    } else {
        change_occupant(who, phase, use);
    }
    if (slot_ != nullptr) {
        use_slot();
    }
}

void Core::change_occupant(Context* who, Phase phase, CpuUse use) {
    const SimTime now = agenda_.now();
    Picoseconds elapsed{0};
    if (phase == Phase::idle) {
        elapsed = accounting_.enter(use, now, CpuUse::cstate, now + profile_.cstate_entry);
    } else if (awake_at_ > now) {
        elapsed = accounting_.enter(CpuUse::waking, now, use, awake_at_);
    } else {
        elapsed = accounting_.enter(use, now);
    }
    charge(elapsed);
    current_ = who;
    phase_ = phase;
}

void Core::begin_compute(Context& context) {
    occupy(&context, Phase::computing);
    const Picoseconds time = context.debt_;
    context.debt_ = Picoseconds{0};
    context.grant(at_pace(time));
}

/// The short way of begin_compute() and suspend(): if nothing in the whole system is due before
/// the debt is passed, nothing can want the core either, and the code simply goes on.
bool Core::pass_debt(Context& me) {
    occupy(&me, Phase::computing);
    if (!agenda_.pass(at_pace(me.debt_))) {
        return false;
    }
    me.debt_ = Picoseconds{0};
    occupy(&me, Phase::code);
    return true;
}

void Core::resume(Context& context) {
    if (context.switch_left_.count() > 0) {
        occupy(&context, Phase::switching);
        context.grant(at_pace(context.switch_left_));
        context.switch_left_ = Picoseconds{0};
    } else if (context.spinning_) {
        occupy(&context, Phase::spinning);
    } else {
        begin_compute(context);
    }
}

/// Stops the occupant where it is; resume() carries on.
void Core::set_aside() {
    if (phase_ == Phase::spinning) {
        return;
    }
    const Picoseconds woken_late = std::max(awake_at_ - now(), Picoseconds{0});
    const Picoseconds left = work_in(current_->revoke());
    if (phase_ == Phase::switching) {
        current_->switch_left_ = left - woken_late;
    } else {
        current_->debt_ = left;
    }
}

/// True if the occupant can be stopped from outside in this instant. If it is about to execute
/// code, it will look for what is waiting itself, at its next flush().
bool Core::can_be_taken() const {
    switch (phase_) {
        case Phase::computing:
        case Phase::switching:
            return !current_->is_due();
        case Phase::spinning:
            return true;
        case Phase::idle:
        case Phase::code:
        case Phase::stalled:
            break;
    }
    return false;
}

void Core::flush() {
    Context& me = *current_;
    for (;;) {
        if (!pending_.empty() && me.takes_interrupts()) {
            interrupted_.push_back(&me);
            enter_hard_irq();
        } else if (!softirq_queue_.empty() && me.takes_interrupts() &&
                   me.kind() == ContextKind::thread) {
            interrupted_.push_back(&me);
            enter_softirq();
        } else if (need_resched_ && me.is_preemptible()) {
            preempt();
        } else if (me.debt_.count() > 0) {
            if (pass_debt(me)) {
                return;
            }
            begin_compute(me);
        } else {
            return;
        }
        me.suspend();
        occupy(&me, Phase::code);
    }
}

void Core::settle_running() {
    if (current_ != nullptr) {
        change_occupant(current_, phase_, use_of(current_, phase_));
    }
}

void Core::settle() {
    settle_running();
    accounting_.settle(now());
}

void Core::poll(Picoseconds time) {
    flush();
    Context& me = *current_;
    me.polling_ = true;
    me.spend(time);
    flush();
    me.polling_ = false;
    occupy(&me, Phase::code);
}

void Core::begin_stall() {
    flush();
    occupy(current_, Phase::stalled);
    running_.context = nullptr;
}

void Core::end_stall(Context& me) {
    running_.context = &me;
    occupy(&me, Phase::code);
}

void Core::await_answer(Context& me) {
    me.suspend();
    running_.context = nullptr;
}

void Core::answer_stall(Context& context, Picoseconds delay) {
    context.grant(delay);
}

void Core::charge_wake_up() {
    current_->spend(profile_.price(Cost::wake_up));
    flush();
}

void Core::spin() {
    Context& me = *current_;
    me.spinning_ = true;
    occupy(&me, Phase::spinning);
    while (me.spinning_) {
        me.suspend();
        occupy(&me, Phase::code);
    }
}

void Core::end_spin(Context& waiter) {
    waiter.spinning_ = false;
    if (current_ == &waiter && phase_ == Phase::spinning) {
        begin_compute(waiter);
    }
}

}  // namespace lookaside::os
