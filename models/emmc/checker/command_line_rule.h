// SPDX-License-Identifier: Apache-2.0
// Rule: frames on CMD keep N_CR, N_ID, N_RC and N_CC, and never overlap.
#pragma once

#include "models/emmc/checker/violation.h"
#include "models/emmc/frame.h"

namespace lookaside::emmc::checker {

class CommandLineRule {
  public:
    void command(const Frame& frame, SimTime start, SimTime end, Picoseconds period) {
        not_before(start, free_at_, "a command breaks N_RC or N_CC");
        index_ = frame.index();
        end_ = end;
        constexpr Cycles n_cc = 8;
        free_at_ = end + span(index_ == 2 ? n_cc + long_frame_clocks : n_cc, period);
    }
    void response(SimTime start, SimTime end, Picoseconds period) {
        const Picoseconds gap = start - end_;
        if (index_ == 1 || index_ == 2) {
            if (gap != span(5, period)) {
                violation("the response to CMD1 or CMD2 breaks N_ID", start);
            }
        } else {
            not_before(start, end_ + span(2, period), "a response breaks N_CR");
            if (gap > span(64, period)) {
                violation("a response comes after more than 64 clocks", start);
            }
        }
        constexpr Cycles n_rc = 8;
        free_at_ = end + span(n_rc, period);
    }

  private:
    static Picoseconds span(Cycles clocks, Picoseconds period) {
        return period * static_cast<std::int64_t>(clocks);
    }

    unsigned index_ = 0;
    SimTime end_{0};
    SimTime free_at_{0};
};

}  // namespace lookaside::emmc::checker
