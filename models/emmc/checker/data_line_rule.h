// SPDX-License-Identifier: Apache-2.0
// Rule: the data lines carry one thing at a time, and blocks keep N_AC, N_WR and N_CRC.
#pragma once

#include <algorithm>

#include "models/emmc/bus.h"
#include "models/emmc/checker/violation.h"

namespace lookaside::emmc::checker {

class DataLineRule {
  public:
    void command(const Frame& frame, SimTime end) {
        command_end_ = end;
        response_end_ = never;
        if (frame.index() == 7 || frame.index() == 0) {
            busy_until_ = std::min(busy_until_, end);  // the deselected device lets go of DAT0
        }
    }
    void response(SimTime end) { response_end_ = end; }

    void block(const BlockSeen& seen, const BusSetting& setting, Picoseconds period) {
        not_before(seen.start, free_at_, "two blocks overlap");
        not_before(seen.start, busy_until_, "a block begins while DAT0 is held busy");
        if (seen.from_host) {
            if (response_end_ == never) {
                violation("a block is written without the response to its command", seen.start);
            }
            not_before(seen.start, std::max(response_end_, free_at_) + 2 * period,
                       "a written block breaks N_WR");
        } else {
            not_before(seen.start, std::max(command_end_, free_at_) + 2 * period,
                       "a read block breaks N_AC");
        }
        const auto clocks = block_clocks(setting.width, setting.ddr, seen.bytes.size());
        if (seen.end - seen.start != period * static_cast<std::int64_t>(clocks)) {
            violation("a block has the wrong length", seen.start);
        }
        free_at_ = seen.end;
    }
    void crc_status(SimTime start, SimTime end, Picoseconds period) {
        if (end == free_at_) {
            return;  // a second device answers the same block
        }
        not_before(start, free_at_ + 2 * period, "a CRC status breaks N_CRC");
        free_at_ = end;
    }
    void busy(SimTime from, SimTime until) {
        not_before(from, free_at_, "a device goes busy within a block");
        busy_until_ = until;
    }
    /// May data be asked for or sent by a command that begins at `start`?
    void data_command(SimTime start) const {
        not_before(start, busy_until_, "a data command begins while DAT0 is held busy");
        not_before(start, free_at_, "a data command begins within a block");
    }

  private:
    SimTime command_end_{0};
    SimTime response_end_ = never;
    SimTime free_at_{0};
    SimTime busy_until_{0};
};

}  // namespace lookaside::emmc::checker
