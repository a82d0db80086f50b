// SPDX-License-Identifier: Apache-2.0
// Reminds the pipelined worker to look at its deadlines.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <utility>

#include "host/os/kernel.h"

namespace lookaside::drivers::ipsec_card {

/// A timer that is armed while something is in flight and never re-armed for each request: that
/// would cost more than the time-outs are worth. A late request is noticed within two periods.
class Watchdog {
  public:
    /// `notify` is called in softirq context.
    Watchdog(os::Kernel& kernel, Picoseconds period, std::function<void()> notify)
        : kernel_(kernel),
          period_(period),
          notify_(std::move(notify)),
          timer_(kernel.make_timer("ipsec_card.watchdog", [this] { expire(); })) {}

    /// Something is in flight.
    void keep_armed() {
        if (!armed_) {
            armed_ = true;
            timer_->mod_timer(kernel_.now() + period_);
        }
    }
    /// The timer has expired since the last call.
    bool take_expired() { return std::exchange(expired_, false); }

  private:
    void expire() {
        armed_ = false;
        expired_ = true;
        notify_();
    }

    os::Kernel& kernel_;
    Picoseconds period_;
    std::function<void()> notify_;
    bool armed_ = false;
    bool expired_ = false;
    std::unique_ptr<os::Timer> timer_;
};

}  // namespace lookaside::drivers::ipsec_card
