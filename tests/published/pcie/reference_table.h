// SPDX-License-Identifier: Apache-2.0
// The rows of pcie_reference.csv, whose header says what they are and where they come from.
#pragma once

#include <string>
#include <vector>

#include "base/units.h"

namespace lookaside::published {

struct ReferenceRow {
    unsigned generation = 0;
    unsigned lanes = 0;
    Bytes mps = 0;
    Bytes mrrs = 0;
    Bytes size = 0;
    // Payload, Gb/s; DLLP shares by symbol times (the *w_gbps columns).
    double write_gbps = 0.0;
    double read_gbps = 0.0;
    double both_gbps = 0.0;
    unsigned read_requests = 0;      // MRd TLPs of one request
    Bytes read_completion_wire = 0;  // bytes on the wire of its completions
};

/// The rows of one link.
std::vector<ReferenceRow> reference_rows(unsigned generation, unsigned lanes);

}  // namespace lookaside::published
