// SPDX-License-Identifier: Apache-2.0
// When a receiver returns freed credits: the UpdateFC DLLPs it owes.
#pragma once

#include <algorithm>
#include <array>

#include "models/pcie/dllp.h"
#include "models/pcie/flow_control.h"
#include "models/pcie/latency_timer.h"

namespace lookaside::pcie {

/// One timer for all classes: while credits are freed, one UpdateFC goes every latency limit (the
/// recommended interval of Base Specification 2.6.1.2), the classes that have something to report
/// in turn. An idle class with finite credits is repeated every 30 us (2.6.1.2, required).
class CreditReturn {
  public:
    CreditReturn(const PortCredits& advertised, CreditWidths widths, Picoseconds latency_limit)
        : allocator_(advertised, widths), timer_(latency_limit) {}

    /// InitFC is done at `t`; the idle timers start.
    void start(SimTime t) {
        for (std::size_t i = 0; i < tlp_class_count; ++i) {
            refresh_at_[i] = allocator_.is_finite(static_cast<TlpClass>(i)) ? t + refresh : never;
        }
        next_refresh_ = *std::min_element(refresh_at_.begin(), refresh_at_.end());
    }
    /// A buffer became free at `t`.
    void release(SimTime t, TlpClass kind, ClassCredits freed) {
        if (!allocator_.is_finite(kind)) {
            return;
        }
        allocator_.release(kind, freed);
        if (owed_ == 0) {
            update_due_ = timer_.due_of(t);
        }
        owed_ |= bit(kind);
    }

    /// When the next UpdateFC is due, or `never`.
    SimTime due() const { return std::min(update_due_, next_refresh_); }
    /// Nothing that happens from `now` on can make an UpdateFC due before this.
    SimTime soonest(SimTime now) const {
        return std::min(next_refresh_, owed_ != 0 ? update_due_ : timer_.soonest(now));
    }
    /// The UpdateFC that is due by `start` and goes out then.
    Dllp take(SimTime start) {
        const bool regular = update_due_ <= start;
        const TlpClass kind = regular ? next_owed() : stalest();
        owed_ &= ~bit(kind);
        if (regular) {
            update_due_ = timer_.restart(start);
        }
        if (owed_ == 0) {
            update_due_ = never;
        }
        last_ = kind;
        refresh_at_[static_cast<std::size_t>(kind)] = start + refresh;
        next_refresh_ = *std::min_element(refresh_at_.begin(), refresh_at_.end());
        return {DllpType::update_fc, 0, kind, allocator_.allocated(kind), 0};
    }

    const CreditAllocator& allocator() const { return allocator_; }

  private:
    static constexpr Picoseconds refresh = 30_us;
    static unsigned bit(TlpClass kind) { return 1U << static_cast<unsigned>(kind); }

    // The first class after the one served last that has freed credits to report.
    TlpClass next_owed() const {
        auto kind = static_cast<unsigned>(last_);
        do {
            kind = (kind + 1) % static_cast<unsigned>(tlp_class_count);
        } while ((owed_ & (1U << kind)) == 0);
        return static_cast<TlpClass>(kind);
    }
    TlpClass stalest() const {
        return static_cast<TlpClass>(std::min_element(refresh_at_.begin(), refresh_at_.end()) -
                                     refresh_at_.begin());
    }

    CreditAllocator allocator_;
    LatencyTimer timer_;
    unsigned owed_ = 0;  // a bit per class
    TlpClass last_ = TlpClass::completion;
    SimTime update_due_ = never;
    std::array<SimTime, tlp_class_count> refresh_at_{never, never, never};
    SimTime next_refresh_ = never;
};

}  // namespace lookaside::pcie
