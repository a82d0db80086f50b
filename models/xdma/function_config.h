// SPDX-License-Identifier: Apache-2.0
// How the XDMA presents itself in PCI configuration space.
#pragma once

#include "datasheets/xdma.h"
#include "models/pcie/config_space.h"

namespace lookaside::xdma {

/// User BAR 0, config BAR 1 with the MSI-X table, and MSI as the other choice. The payload that
/// the 7-series hard block supports is 1024 bytes (PG054).
inline pcie::FunctionConfig function_config(Bytes user_bar_size) {
    namespace map = datasheet::xdma;
    pcie::FunctionConfig function;
    function.bars[0] = {user_bar_size, false, false};
    function.bars[1] = {map::config_bar_size, false, false};
    function.msix = {map::msix::table_entries, 1, map::target_msix, map::msix::pending_bits};
    function.msi_vectors = 32;
    function.max_payload_supported = 1024;
    return function;
}

}  // namespace lookaside::xdma
