// SPDX-License-Identifier: Apache-2.0
#include "models/base/agenda.h"

#include <stdexcept>

namespace lookaside {
namespace {

constexpr SimTime no_wake{INT64_MAX};

}  // namespace

Agenda::Agenda(const sc_core::sc_module_name& name) : sc_module(name), wake_at_(no_wake) {
    SC_HAS_PROCESS(Agenda);
    SC_METHOD(run);
    sensitive << wake_;
    dont_initialize();
}

void Agenda::insert(Alarm& alarm, SimTime at) {
    if (at < now()) {
        throw std::logic_error("an alarm is set in the past");
    }
    const std::uint64_t order =
        (static_cast<std::uint64_t>(alarm.priority_) << 56) | (sequence_++ & 0x00FFFFFFFFFFFFFFULL);
    heap_.push_back({at, order, &alarm});
    alarm.position_ = heap_.size() - 1;
    sift_up(heap_.size() - 1);
    if (!running_) {
        wake_for_earliest();
    }
}

void Agenda::remove(Alarm& alarm) {
    const std::size_t index = alarm.position_;
    alarm.position_ = Alarm::idle;
    const Entry last = heap_.back();
    heap_.pop_back();
    if (index < heap_.size()) {
        place(index, last);
        sift_up(index);
        sift_down(last.alarm->position_);
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
    if (heap_.empty() || heap_.front().at >= wake_at_) {
        return;  // nothing due before the wake-up that is already pending
    }
    wake_at_ = heap_.front().at;
    wake_.notify(to_sc_time(wake_at_ - now()));
}

void Agenda::run() {
    wake_at_ = no_wake;
    running_ = true;
    const SimTime time = now();
    while (!heap_.empty() && heap_.front().at == time) {
        Alarm& alarm = *heap_.front().alarm;
        remove(alarm);
        ++rung_;
        alarm.action_();
    }
    running_ = false;
    wake_for_earliest();
}

}  // namespace lookaside
