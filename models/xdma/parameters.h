// SPDX-License-Identifier: Apache-2.0
// What can be set about the XDMA block.
#pragma once

#include <cstdint>

#include "base/units.h"
#include "models/xdma/axi_clock_table.h"

namespace lookaside::xdma {

/// Clock cycles that the block spends inside, all in AXI clock cycles. The vendor publishes none of
/// them: these are assumptions of plausible size and the first things to calibrate.
struct Latencies {
    /// Host read of a DMA register: arrival to completion in the transmit queue.
    Cycles register_read = 12;
    /// Host access to the user BAR: arrival to the AXI-Lite transfer (and, for a read, back).
    Cycles axi_lite = 16;
    /// Run bit set, to the first descriptor read in the transmit queue.
    Cycles start_to_fetch = 16;
    /// Last byte of a descriptor arrived, to its first data request.
    Cycles descriptor_decode = 12;
    /// Between two read requests of one H2C channel.
    Cycles request_interval = 2;
    /// H2C: completion data arrived, to the first beat of its AXI write.
    Cycles completion_to_axi = 16;
    /// C2H: data wanted, to the first beat of its AXI read.
    Cycles request_to_axi = 12;
    /// C2H: last beat of an AXI read, to the memory write in the transmit queue.
    Cycles axi_to_request = 12;
    /// Last beat written (H2C) or last write accepted by the link (C2H), to status, count and
    /// write-back.
    Cycles completion = 8;
    /// Rising interrupt request, to its message in the transmit queue.
    Cycles interrupt = 8;
};

struct Parameters {
    unsigned h2c_channels = 1;  // 1..4
    unsigned c2h_channels = 1;  // 1..4
    AxiShape axi;               // axi_shape_for_link() gives the usual one

    /// Descriptors a channel can hold, fetched or requested. Not published; assumption.
    unsigned descriptor_buffer = 64;
    /// Descriptor reads a channel may have outstanding. Not published; assumption.
    unsigned descriptor_reads = 2;
    /// Descriptors a channel may have in flight between its first data request and its end. Not
    /// published; assumption.
    unsigned descriptors_in_flight = 16;
    /// Data reads an H2C channel may have outstanding, 2..64 (PG195: RNUM_RIDS).
    unsigned outstanding_reads = 32;
    /// Buffer that an H2C channel reserves from before a request is sent. Assumption: enough for
    /// the default number of reads of 512 bytes.
    Bytes read_buffer = 16 * 1024;
    /// Memory writes that a C2H channel may hold between AXI and the link, 2..32 (PG195:
    /// WNUM_RIDS).
    unsigned outstanding_writes = 8;
    /// AXI bursts that may be under way in each direction of the shared AXI master. Assumption.
    unsigned axi_bursts = 8;

    /// Alignments register: bytes that source and destination must agree in (1 since 2016.1),
    /// granularity of a length in bytes, bits of an address.
    unsigned address_alignment = 1;
    unsigned length_granularity = 1;
    unsigned address_bits = 64;
    /// Bus and device number that the config block reports.
    std::uint16_t bus_device = 0x0100;

    Latencies cycles;
};

}  // namespace lookaside::xdma
