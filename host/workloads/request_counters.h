// SPDX-License-Identifier: Apache-2.0
// What became of a workload's requests.
#pragma once

#include <cstdint>
#include <string>

namespace lookaside::workloads {

/// attempted = accepted + refused + invalid; once the workload has finished, accepted = completed
/// and nothing is lost; completed = verified + unchecked + mismatched + failed.
struct RequestCounters {
    std::uint64_t attempted = 0;   // calls of the crypto API
    std::uint64_t accepted = 0;    // done at once, in progress or backlogged
    std::uint64_t backlogged = 0;  // of the accepted ones
    std::uint64_t refused = 0;     // queue full; an open loop drops these
    std::uint64_t invalid = 0;     // bad buffers or lengths
    std::uint64_t completed = 0;   // came back with a final status
    std::uint64_t verified = 0;    // with the right bytes
    std::uint64_t unchecked = 0;   // well, but by an operation that has nothing to compare
    std::uint64_t mismatched = 0;  // with wrong bytes
    std::uint64_t failed = 0;      // with an error
    std::string first_mismatch;    // which request, and where its bytes differ

    /// Accepted and not yet back.
    std::uint64_t in_flight() const { return accepted - completed; }
};

}  // namespace lookaside::workloads
