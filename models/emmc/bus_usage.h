// SPDX-License-Identifier: Apache-2.0
// Counts what a bus was used for, in clocks by kind and in time.
#pragma once

#include <algorithm>
#include <string>

#include "base/statistics.h"
#include "base/units.h"

namespace lookaside::emmc {

/// Clocks in the measuring window. Transactions count when they end.
struct BusClocks {
    Cycles commands = 0;
    Cycles responses = 0;
    Cycles read_blocks = 0;  // start and end bits and CRC16 included
    Cycles write_blocks = 0;
    Cycles crc_status = 0;
};

class BusUsage {
  public:
    BusClocks clocks;
    std::uint64_t transactions = 0;
    std::uint64_t failed = 0;
    std::uint64_t blocks = 0;  // moved without error
    Picoseconds held_busy{0};  // waited while a device held DAT0

    /// The bus could not be used for another transaction in this span, gaps that the protocol
    /// demands after it included. Spans come in order and may overlap and lie ahead of now; of one
    /// that the window's start cuts, the part inside counts.
    void occupy(SimTime from, SimTime until) {
        from = std::max({from, occupied_until_, window_start_});
        if (until > from) {
            occupied_ += until - from;
            occupied_until_ = until;
        }
    }
    Picoseconds occupied(SimTime now) const {
        return std::max(Picoseconds{0},
                        occupied_ - std::max(Picoseconds{0}, occupied_until_ - now));
    }

    void reset(SimTime now) {
        const SimTime until = occupied_until_;
        *this = BusUsage();
        window_start_ = now;
        occupied_until_ = until;
        occupied_ = std::max(Picoseconds{0}, until - now);
    }

    /// Appends everything under `name`; the bus as a resource is busy while it is occupied, also
    /// while its host does nothing but wait for a device that holds DAT0.
    void publish(SimTime now, const std::string& name, std::vector<Statistic>& values,
                 std::vector<ResourceUsage>& resources) const;

  private:
    Picoseconds occupied_{0};
    SimTime occupied_until_{0};
    SimTime window_start_{0};
};

}  // namespace lookaside::emmc
