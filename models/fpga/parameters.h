// SPDX-License-Identifier: Apache-2.0
// What can be set about the FPGA IPsec card.
#pragma once

#include <optional>

#include "base/units.h"
#include "models/xdma/axi_clock_table.h"

namespace lookaside::fpga {

/// Clock cycles that the sequencer spends around a job. They follow from its construction.
struct Latencies {
    /// Start bit to header checked, in AXI clocks: 4 reads of a 128-bit RAM port bring the 64-byte
    /// header, the RAM's read latency is 2, decoding and key lookup take 2.
    Cycles header = 8;
    /// Last engine word to the done bit, in AXI clocks: one write to the RAM, one for the status.
    Cycles result = 2;
    /// Each way between clocks, in cycles of the receiving clock, if the engine has its own: a
    /// two-stage synchroniser.
    Cycles crossing = 2;
};

struct Parameters {
    /// AXI data path and clock of the XDMA that the card hangs on.
    xdma::AxiShape axi;
    /// The engine's clock; without it, the AXI clock.
    std::optional<Hertz> engine_clock;
    Latencies cycles;
};

}  // namespace lookaside::fpga
