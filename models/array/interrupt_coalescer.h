// SPDX-License-Identifier: Apache-2.0
// Decides when a queue pair's completion entries raise its interrupt.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <utility>

#include "models/base/agenda.h"

namespace lookaside::array {

/// By count and by age of the oldest entry since the last interrupt; see the coalescing register.
class InterruptCoalescer {
  public:
    InterruptCoalescer(Agenda& agenda, std::function<void()> raise)
        : raise_(std::move(raise)), aged_(agenda, AlarmPriority::completion, [this] { fire(); }) {}

    void set_rule(std::uint32_t value) {
        rule_ = value;
        age_limit_ = Picoseconds{std::int64_t{value & 0xFFFFU} * 1'000'000};
        entries_limit_ = std::max<std::uint32_t>(1, value >> 16);
    }
    std::uint32_t rule() const { return rule_; }
    void enable(bool on) {
        enabled_ = on;
        aged_.disarm();
        if (on && entries_ > 0) {
            fire();
        }
    }
    bool enabled() const { return enabled_; }

    /// A completion entry is on its way to host memory.
    void entry_written() {
        ++entries_;
        if (!enabled_) {
            return;
        }
        if (entries_ >= entries_limit_ || age_limit_ == Picoseconds{0}) {
            fire();
        } else if (!aged_.is_armed()) {
            aged_.arm_in(age_limit_);
        }
    }
    /// Software has read all but so many entries: those it has read need no interrupt.
    void entries_left(std::uint32_t unread) {
        entries_ = std::min(entries_, unread);
        if (entries_ == 0) {
            aged_.disarm();
        }
    }
    void reset() {
        entries_ = 0;
        aged_.disarm();
    }

  private:
    void fire() {
        entries_ = 0;
        aged_.disarm();
        raise_();
    }

    std::function<void()> raise_;
    Alarm aged_;
    std::uint32_t rule_ = 0;
    Picoseconds age_limit_{0};
    std::uint32_t entries_limit_ = 1;
    bool enabled_ = false;
    std::uint32_t entries_ = 0;  // since the last interrupt
};

}  // namespace lookaside::array
