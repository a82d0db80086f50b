// SPDX-License-Identifier: Apache-2.0
// Decides when waiting results interrupt.
#pragma once

#include <cstdint>
#include <optional>

#include "datasheets/eip93.h"
#include "models/base/agenda.h"
#include "models/base/clock_domain.h"
#include "models/eip93/interrupts.h"

namespace lookaside::eip93 {

/// The RDR interrupt's cause holds while more results wait than the threshold, or once some have
/// waited for more than 2^(N + 10) clocks without the count being zero meanwhile. The CDR
/// interrupt is raised when the commands waiting fall to the threshold.
class Moderation {
  public:
    Moderation(Agenda& agenda, const ClockDomain& clock, Interrupts& interrupts)
        : agenda_(agenda),
          clock_(clock),
          interrupts_(interrupts),
          timeout_(agenda, AlarmPriority::completion, [this] {
              timed_out_ = true;
              update();
          }) {}

    void set_rule(std::uint32_t value) {
        rule_ = value;
        restart();
        update();
    }
    std::uint32_t rule() const { return rule_; }

    void results_waiting(std::uint32_t count) {
        results_ = count;
        if (count == 0) {
            since_.reset();
        } else if (!since_) {
            since_ = agenda_.now();
        } else {
            update();
            return;
        }
        restart();
        update();
    }
    void commands_waiting(std::uint32_t count) {
        if (commands_ > cdr_threshold() && count <= cdr_threshold()) {
            interrupts_.raise(datasheet::eip93::interrupt::cdr_thresh);
        }
        commands_ = count;
    }
    void reset() {
        rule_ = 0;
        results_ = 0;
        commands_ = 0;
        since_.reset();
        restart();
    }

  private:
    std::uint32_t cdr_threshold() const {
        return rule_ >> datasheet::eip93::ring_thresh::cdr_shift &
               datasheet::eip93::ring_thresh::count_mask;
    }
    std::uint32_t rdr_threshold() const {
        return rule_ >> datasheet::eip93::ring_thresh::rdr_shift &
               datasheet::eip93::ring_thresh::count_mask;
    }
    void restart() {
        timeout_.disarm();
        timed_out_ = false;
        if (since_ && (rule_ & datasheet::eip93::ring_thresh::timeout_enable) != 0) {
            const std::uint32_t n = rule_ >> datasheet::eip93::ring_thresh::timeout_shift &
                                    datasheet::eip93::ring_thresh::timeout_mask;
            const SimTime due = clock_.edge_after(*since_, Cycles{1} << (n + 10));
            timeout_.arm(std::max(due, agenda_.now()));
        }
    }
    void update() {
        interrupts_.set_cause(datasheet::eip93::interrupt::rdr_thresh,
                              results_ > rdr_threshold() || timed_out_);
    }

    Agenda& agenda_;
    const ClockDomain& clock_;
    Interrupts& interrupts_;
    std::uint32_t rule_ = 0;
    std::uint32_t results_ = 0;
    std::uint32_t commands_ = 0;
    std::optional<SimTime> since_;
    bool timed_out_ = false;
    Alarm timeout_;
};

}  // namespace lookaside::eip93
