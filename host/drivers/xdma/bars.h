// SPDX-License-Identifier: Apache-2.0
// Which BAR of an XDMA endpoint is which.
#pragma once

#include <optional>

#include "host/os/kernel.h"

namespace lookaside::drivers::xdma {

/// BAR indices by role (PG195: user before config, bypass last).
struct BarRoles {
    unsigned config = 0;
    std::optional<unsigned> user;
    std::optional<unsigned> bypass;
};

/// Finds the config BAR by the identifier words of its IRQ and config blocks; the others follow
/// from their order. Process context. Throws SimulationError if there is no config BAR.
BarRoles identify_bars(os::PciDevice& device);

}  // namespace lookaside::drivers::xdma
