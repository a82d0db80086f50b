// SPDX-License-Identifier: Apache-2.0
// How the engine array card presents itself in PCI configuration space.
#pragma once

#include "datasheets/engine_array.h"
#include "models/pcie/config_space.h"

namespace lookaside::array {

/// One BAR with the MSI-X table in it, a vector for each queue pair. Class: other mass storage
/// controller (PCI Code and ID Assignment Specification: 01h 80h).
inline pcie::FunctionConfig function_config() {
    namespace card = datasheet::engine_array;
    pcie::FunctionConfig function;
    function.vendor = card::vendor_id;
    function.device = card::device_id;
    function.class_code = 0x018000;
    function.bars[0] = {card::bar_size, false, false};
    function.msix = {card::max_queue_pairs, 0, card::msix_table, card::msix_pba};
    function.max_payload_supported = 1024;
    return function;
}

}  // namespace lookaside::array
