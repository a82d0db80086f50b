// SPDX-License-Identifier: Apache-2.0
// What can be set about a system-on-chip's bus.
#pragma once

#include "base/units.h"

namespace lookaside::soc {

/// Defaults are the MT7621's where known. Its bus clock is a quarter of the CPU's (Linux,
/// drivers/clk/ralink/clk-mt7621.c, mt7621_bus_recalc_rate): 220 MHz at 880 MHz. Widths and cycles
/// are not published: assumptions of the size that such a bus has.
struct BusParameters {
    Hertz clock{220'000'000};
    Bytes width = 4;       // bytes a beat, a power of two
    Bytes max_burst = 64;  // bytes of one burst, which never crosses a multiple of it
    /// Cycles from a request that finds the bus free to its address phase.
    Cycles arbitration = 2;
    /// Bursts of all masters that may be under way, at least 1.
    unsigned outstanding = 4;
    /// Cycles of a CPU's access to a device register: a store until it arrives, a load until it
    /// arrives, and the answer's way back.
    Cycles cpu_request = 8;
    Cycles cpu_answer = 6;
    /// Stores to device registers that may be under way; a CPU waits with one more.
    unsigned posted_stores = 4;
    /// Addresses that reach memory; a master gets an error for any other.
    std::uint64_t memory_base = 0;
    Bytes memory_size = 0x1C00'0000;  // 448 MB, up to the MT7621's peripherals
};

/// Throws InputError for what is out of range.
void check(const BusParameters& parameters);

}  // namespace lookaside::soc
