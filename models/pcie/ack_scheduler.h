// SPDX-License-Identifier: Apache-2.0
// Receiver's half of the Ack/Nak protocol: judges sequence numbers and owes Acks and Naks.
#pragma once

#include <algorithm>

#include "models/pcie/dllp.h"

namespace lookaside::pcie {

inline constexpr SimTime never{INT64_MAX};

/// What the receiver does with an arrived TLP (Base Specification 3.5.3.1).
enum class Verdict : std::uint8_t { accepted, duplicate, bad_lcrc, out_of_sequence };

/// An Ack is scheduled when the latency timer runs out and something is unacknowledged. The timer
/// then restarts, so that under load exactly one Ack goes a limit; after a pause it starts with the
/// next TLP. A Nak is due at once, and no second one until the missing TLP has arrived.
class AckScheduler {
  public:
    explicit AckScheduler(Picoseconds latency_limit) : limit_(latency_limit) {}

    Verdict receive(SimTime at, Sequence sequence, bool lcrc_good) {
        if (!lcrc_good) {
            schedule_nak(at);
            return Verdict::bad_lcrc;
        }
        if (sequence == expected_) {
            expected_ = next_sequence(expected_);
            nak_scheduled_ = false;
            owe_ack(at);
            return Verdict::accepted;
        }
        if (not_after(sequence, previous_sequence(expected_))) {
            owe_ack(at);
            expiry_ = std::min(expiry_, at);
            return Verdict::duplicate;
        }
        schedule_nak(at);
        return Verdict::out_of_sequence;
    }

    /// When the next Ack or Nak is due, or `never`.
    SimTime due() const { return std::min(nak_due_, unacknowledged_ ? expiry_ : never); }
    /// Nothing that happens from `now` on can make an Ack due before this (a Nak can).
    SimTime soonest(SimTime now) const {
        return std::min(nak_due_, unacknowledged_ || expiry_ > now ? expiry_ : now + limit_);
    }
    /// The DLLP that is due by `start` and goes out then.
    Dllp take(SimTime start) {
        Dllp dllp;
        dllp.sequence = previous_sequence(expected_);
        if (nak_due_ <= start) {
            dllp.type = DllpType::nak;
            nak_due_ = never;
            unacknowledged_ = false;
            return dllp;
        }
        unacknowledged_ = false;
        expiry_ += limit_;
        return dllp;
    }
    Sequence expected() const { return expected_; }

  private:
    void owe_ack(SimTime at) {
        if (!unacknowledged_) {
            unacknowledged_ = true;
            if (expiry_ <= at) {
                expiry_ = at + limit_;
            }
        }
    }
    void schedule_nak(SimTime at) {
        if (!nak_scheduled_) {
            nak_scheduled_ = true;
            nak_due_ = at;
        }
    }

    Picoseconds limit_;
    Sequence expected_ = 0;
    bool unacknowledged_ = false;
    bool nak_scheduled_ = false;
    SimTime expiry_{0};
    SimTime nak_due_ = never;
};

}  // namespace lookaside::pcie
