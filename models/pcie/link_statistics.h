// SPDX-License-Identifier: Apache-2.0
// What one direction of a link counts in the measuring window.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/statistics.h"
#include "models/pcie/dllp.h"

namespace lookaside::pcie {

struct LinkStatistics {
    std::uint64_t tlps = 0;  // first transmissions
    Bytes payload_bytes = 0;
    Bytes wire_bytes = 0;  // TLPs with header, framing, sequence number and LCRC; replays too
    std::array<std::uint64_t, dllp_type_count> dllps{};
    Picoseconds busy{0};  // TLPs and DLLPs on the wire
    /// Times that the wire was free and TLPs waited, but each for credits, and how long.
    std::uint64_t credit_stalls = 0;
    Picoseconds credit_stall_time{0};
    /// The same, for room in the replay buffer.
    std::uint64_t replay_stalls = 0;
    Picoseconds replay_stall_time{0};
    std::uint64_t replays = 0;  // TLPs sent again
    std::uint64_t bad_tlps = 0;
    std::uint64_t duplicates = 0;
    std::uint64_t replay_timeouts = 0;
    std::uint64_t retrains = 0;
    std::uint64_t most_queued = 0;  // TLPs in the transmit queue
    double queued_integral = 0.0;   // TLP-picoseconds in the transmit queue
    Picoseconds residence{0};       // from queue to last symbol, summed over the TLPs sent
    Picoseconds tlp_time{0};        // first transmissions on the wire

    std::uint64_t dllps_of(DllpType type) const { return dllps[static_cast<std::size_t>(type)]; }
    std::uint64_t all_dllps() const {
        std::uint64_t sum = 0;
        for (const std::uint64_t count : dllps) {
            sum += count;
        }
        return sum;
    }
};

/// Appends them under "pcie.<direction>".
void publish(const LinkStatistics& statistics, const std::string& name,
             std::vector<Statistic>& values, std::vector<ResourceUsage>& resources);

}  // namespace lookaside::pcie
