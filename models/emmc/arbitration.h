// SPDX-License-Identifier: Apache-2.0
// Several devices answer CMD2 at once: who remains?
#pragma once

#include <span>
#include <vector>

#include "models/emmc/frame.h"

namespace lookaside::emmc {

struct ArbitrationResult {
    Frame wire;             // what the host sees
    std::vector<bool> won;  // by contender; more than one if their CIDs are the same
};

/// Bit by bit, as the wire does it: who sends a recessive 1 and reads a 0 has lost and stops. The
/// smallest CID remains.
ArbitrationResult arbitrate(std::span<const Frame> contenders);

}  // namespace lookaside::emmc
