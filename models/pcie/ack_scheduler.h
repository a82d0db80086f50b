// SPDX-License-Identifier: Apache-2.0
// Receiver's half of the Ack/Nak protocol: judges sequence numbers and owes Acks and Naks.
#pragma once

#include <algorithm>

#include "models/pcie/dllp.h"
#include "models/pcie/latency_timer.h"

namespace lookaside::pcie {

/// What the receiver does with an arrived TLP (Base Specification 3.5.3.1).
enum class Verdict : std::uint8_t { accepted, duplicate, bad_lcrc, out_of_sequence };

/// An Ack is due when the latency timer says so; a Nak at once, and no second one until the missing
/// TLP has arrived.
class AckScheduler {
  public:
    explicit AckScheduler(Picoseconds latency_limit) : timer_(latency_limit) {}

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
            ack_due_ = std::min(ack_due_, at);
            return Verdict::duplicate;
        }
        schedule_nak(at);
        return Verdict::out_of_sequence;
    }

    /// When the next Ack or Nak is due, or `never`.
    SimTime due() const { return std::min(nak_due_, ack_due_); }
    /// Nothing that happens from `now` on can make an Ack due before this (a Nak can).
    SimTime soonest(SimTime now) const {
        return std::min(due(), ack_due_ == never ? timer_.soonest(now) : ack_due_);
    }
    /// The DLLP that is due by `start` and goes out then.
    Dllp take(SimTime start) {
        Dllp dllp;
        dllp.sequence = previous_sequence(expected_);
        if (nak_due_ <= start) {
            dllp.type = DllpType::nak;
            nak_due_ = never;
            ack_due_ = never;
            return dllp;
        }
        ack_due_ = never;
        timer_.restart(start);
        return dllp;
    }
    Sequence expected() const { return expected_; }

  private:
    void owe_ack(SimTime at) {
        if (ack_due_ == never) {
            ack_due_ = timer_.due_of(at);
        }
    }
    void schedule_nak(SimTime at) {
        if (!nak_scheduled_) {
            nak_scheduled_ = true;
            nak_due_ = at;
        }
    }

    LatencyTimer timer_;
    Sequence expected_ = 0;
    bool nak_scheduled_ = false;
    SimTime ack_due_ = never;
    SimTime nak_due_ = never;
};

}  // namespace lookaside::pcie
