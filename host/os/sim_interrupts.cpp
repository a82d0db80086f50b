// SPDX-License-Identifier: Apache-2.0
// The part of Core that takes interrupts and runs softirqs.
#include <algorithm>

#include "host/os/sim_core.h"

namespace lookaside::os {

void Core::interrupt(HardIrqSource& source) {
    if (source.pending_) {
        return;
    }
    source.pending_ = true;
    source.raised_at_ = now();
    pending_.push_back(&source);
    accounting_.job_arrived(now());
    if (phase_ == Phase::idle) {
        leave_idle();
        enter_hard_irq();
    } else if (can_be_taken() && current_->takes_interrupts()) {
        set_aside();
        interrupted_.push_back(current_);
        enter_hard_irq();
    }
}

Picoseconds Core::unfinished_interrupts(SimTime now) const {
    Picoseconds sum{0};
    for (const HardIrqSource* source : pending_) {
        sum += accounting_.time_in_window(source->raised_at_, now);
    }
    if (served_raised_at_) {
        sum += accounting_.time_in_window(*served_raised_at_, now);
    }
    return sum;
}

void Core::enter_hard_irq() {
    occupy(&hard_irq_, Phase::computing);
    const Picoseconds waking = std::max(awake_at_ - now(), Picoseconds{0});
    hard_irq_.grant(waking + profile_.price(Cost::irq_entry));
}

void Core::serve_hard_irqs() {
    for (;;) {
        occupy(&hard_irq_, Phase::code);
        for (;;) {
            HardIrqSource& source = *pending_.front();
            pending_.pop_front();
            source.pending_ = false;
            // The source may be raised anew while it is served.
            const SimTime raised_at = source.raised_at_;
            served_raised_at_ = raised_at;
            ++accounting_.counters().interrupts;
            source.handle();
            hard_irq_.spend(profile_.price(Cost::irq_exit));
            flush();
            accounting_.job_served(raised_at, now());
            served_raised_at_.reset();
            if (pending_.empty()) {
                break;
            }
            hard_irq_.spend(profile_.price(Cost::irq_entry));
            flush();
        }
        leave_interrupt();
        hard_irq_.suspend();
    }
}

void Core::raise_softirq(SoftirqItem& item) {
    softirq_queue_.push(item);
    if (phase_ == Phase::idle) {
        leave_idle();
        enter_softirq();
    } else if (can_be_taken() && current_->takes_interrupts() &&
               current_->kind() == ContextKind::thread) {
        set_aside();
        interrupted_.push_back(current_);
        enter_softirq();
    }
}

void Core::enter_softirq() {
    occupy(&softirq_, Phase::computing);
    const Picoseconds waking = std::max(awake_at_ - now(), Picoseconds{0});
    softirq_.grant(waking + profile_.price(Cost::softirq));
}

void Core::serve_softirqs() {
    for (;;) {
        occupy(&softirq_, Phase::code);
        for (;;) {
            SoftirqItem& item = softirq_queue_.pop();
            ++accounting_.counters().softirqs;
            item.run();
            flush();
            if (softirq_queue_.empty()) {
                break;
            }
            softirq_.spend(profile_.price(Cost::softirq));
            flush();
        }
        leave_interrupt();
        softirq_.suspend();
    }
}

void Core::leave_interrupt() {
    const bool softirq_waits_below = !interrupted_.empty() && interrupted_.back() == &softirq_;
    if (!softirq_queue_.empty() && !softirq_waits_below) {
        enter_softirq();
        return;
    }
    if (interrupted_.empty()) {
        dispatch();
        return;
    }
    Context& below = *interrupted_.back();
    interrupted_.pop_back();
    occupy(&below, Phase::code);
    if (need_resched_ && below.is_preemptible()) {
        preempt();
    } else {
        resume(below);
    }
}

}  // namespace lookaside::os
