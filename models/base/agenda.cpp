// SPDX-License-Identifier: Apache-2.0
#include "models/base/agenda.h"

#include <algorithm>
#include <stdexcept>

namespace lookaside {
namespace {

constexpr SimTime no_wake{INT64_MAX};
constexpr SimTime unknown{-1};

/// A kernel notification that an earlier one replaces stays in the kernel's queue until its time.
/// Far alarms (time-outs) are therefore approached in steps, or the queue would grow.
constexpr Picoseconds longest_sleep = 100_us;

}  // namespace

Agenda::Agenda(const sc_core::sc_module_name& name) : sc_module(name), wake_at_(no_wake) {
    SC_HAS_PROCESS(Agenda);
    SC_METHOD(run);
    sensitive << wake_;
    dont_initialize();
}

void Agenda::insert(Alarm& alarm, SimTime at) {
    if (at < now() || at < rung_until_) {
        throw std::logic_error("an alarm is set in the past");
    }
    const std::uint64_t order =
        (static_cast<std::uint64_t>(alarm.priority_) << 56) | (sequence_++ & 0x00FFFFFFFFFFFFFFULL);
    if (gap_) {
        gap_ = false;
        heap_.front() = {at, order, &alarm};
        sift_down(0);
        return;
    }
    heap_.push_back({at, order, &alarm});
    sift_up(heap_.size() - 1);
    if (!running_) {
        wake_for_earliest();
    }
}

/// Nothing was inserted since the top entry left.
void Agenda::close_gap() {
    gap_ = false;
    const Entry last = heap_.back();
    heap_.pop_back();
    if (!heap_.empty()) {
        heap_.front() = last;
        sift_down(0);
    }
}

void Agenda::remove(Alarm& alarm) {
    if (gap_) {
        close_gap();
    }
    const std::size_t index = alarm.position_;
    alarm.position_ = Alarm::idle;
    const Entry last = heap_.back();
    heap_.pop_back();
    if (index == heap_.size()) {
        return;
    }
    place(index, last);
    // The entry that takes the place can only be too early for it or too late.
    if (index > 0 && earlier(last, heap_[(index - 1) / 2])) {
        sift_up(index);
    } else {
        sift_down(index);
    }
}

void Agenda::place(std::size_t index, const Entry& entry) {
    heap_[index] = entry;
    entry.alarm->position_ = index;
}

void Agenda::sift_up(std::size_t index) {
    const Entry entry = heap_[index];
    while (index > 0) {
        const std::size_t parent = (index - 1) / 2;
        if (!earlier(entry, heap_[parent])) {
            break;
        }
        place(index, heap_[parent]);
        index = parent;
    }
    place(index, entry);
}

void Agenda::sift_down(std::size_t index) {
    const Entry entry = heap_[index];
    for (;;) {
        std::size_t child = 2 * index + 1;
        if (child >= heap_.size()) {
            break;
        }
        if (child + 1 < heap_.size() && earlier(heap_[child + 1], heap_[child])) {
            ++child;
        }
        if (!earlier(heap_[child], entry)) {
            break;
        }
        place(index, heap_[child]);
        index = child;
    }
    place(index, entry);
}

void Agenda::wake_for_earliest() {
    if (heap_.empty()) {
        return;
    }
    if (heap_.front().at >= wake_at_) {
        return;  // a wake-up that comes early enough is pending already
    }
    const SimTime kernel_time = sim_now();
    const SimTime wanted = std::min(heap_.front().at, kernel_time + longest_sleep);
    if (wanted < wake_at_) {
        wake_at_ = wanted;
        wake_.notify(to_sc_time(wanted - kernel_time));
    }
}

void Agenda::run() {
    wake_at_ = no_wake;
    kernel_time_ = sim_now();
    now_ = kernel_time_;
    horizon_ = unknown;
    running_ = true;
    while (!heap_.empty() && may_ring(heap_.front())) {
        now_ = heap_.front().at;
        rung_until_ = now_;
        Alarm& alarm = *heap_.front().alarm;
        alarm.position_ = Alarm::idle;
        gap_ = true;  // most alarms set another one: no need to fill the place before
        ++rung_;
        if (alarm.priority_ == AlarmPriority::process) {
            horizon_ = now_;  // processes may become runnable, and have their turn first
        }
        alarm.action_();
        if (gap_) {
            close_gap();
        }
    }
    running_ = false;
    wake_for_earliest();
}

bool Agenda::may_ring(const Entry& next) {
    return next.at <= kernel_time_ ||
           (next.alarm->priority_ != AlarmPriority::process && may_advance_to(next.at));
}

bool Agenda::may_advance_to(SimTime at) {
    if (at > limit_) {
        return false;
    }
    if (horizon_ == unknown) {
        horizon_ = find_horizon();
    }
    return at <= horizon_;
}

bool Agenda::pass(Picoseconds delay) {
    if (gap_) {
        close_gap();
    }
    const SimTime at = now_ + delay;
    if (!running_ || (!heap_.empty() && heap_.front().at <= at) || !may_advance_to(at)) {
        return false;
    }
    now_ = at;
    rung_until_ = at;
    return true;
}

SimTime Agenda::find_horizon() const {
    // A process that is due at some time may set alarms then: only earlier ones are safe.
    const sc_core::sc_time idle = sc_core::sc_time_to_pending_activity(simcontext());
    if (idle > to_sc_time(limit_ - kernel_time_)) {
        return limit_;  // "nothing pending" is more than SimTime holds
    }
    return kernel_time_ + to_sim_time(idle) - 1_ps;
}

}  // namespace lookaside
