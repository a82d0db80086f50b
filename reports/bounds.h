// SPDX-License-Identifier: Apache-2.0
// Closed-form ceilings of a system with a PCIe card: what each resource alone would allow.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/units.h"

namespace lookaside::reports {

/// All packets of one size and what each asks of the hardware.
struct PacketClass {
    Bytes payload = 0;
    std::uint64_t count = 0;
    Bytes h2c = 0;  // bytes moved to the card: request header, AAD, payload (and tag to check)
    Bytes c2h = 0;  // bytes fetched from it: payload (and computed tag)
    Cycles engine_cycles = 0;
};

/// A full-duplex PCIe link. Sizes by the PCIe Base Specification, as laid out in
/// docs/report-format.md.
struct LinkInputs {
    double raw_bytes_per_s = 0.0;    // one direction, after the line code: gen 2 = 500e6 a lane
    double control_share = 0.0;      // least share taken by SKP and DLLPs, 0..1
    Bytes max_payload = 128;         // MPS: cuts writes
    Bytes max_read_request = 512;    // MRRS: cuts read requests
    Bytes completion_payload = 64;   // most data in one read completion: RCB..MPS
    Bytes write_overhead = 24;       // a MWr on the wire beside its data (20 with 32-bit address)
    Bytes read_request_bytes = 24;   // a MRd on the wire (20 with 32-bit address)
    Bytes completion_overhead = 20;  // a CplD on the wire beside its data
    /// Wire bytes of everything else a packet needs, each direction: descriptor fetches, doorbells,
    /// MMIO reads, write-backs, MSI-X. What is left out only makes the ceiling higher.
    Bytes other_upstream = 0;    // card to host
    Bytes other_downstream = 0;  // host to card
};

/// The card's AXI memory port: reads and writes have a channel each.
struct AxiInputs {
    Bytes width = 8;
    Hertz clock;
};

struct EngineInputs {
    Hertz clock;
    std::uint64_t engines = 1;
};

/// Equal servers that each packet occupies for a time known beforehand: engines, device buses.
struct ServiceInputs {
    std::string name;         // "engines"
    std::string description;  // "7519 us a task at 1024 engines"
    std::uint64_t servers = 1;
    Picoseconds demand{0};  // of one server, a packet
};

/// What one core spent, measured: its busy time less what it spun, in the window.
struct CoreDemand {
    std::string name;
    Picoseconds demand{0};
};

/// A place that holds a limited number of requests for a measured time each: slots over residence
/// is a ceiling by Little's law.
struct HoldInputs {
    std::string name;  // "driver slots"
    std::uint64_t slots = 1;
    double mean_hold_ps = 0.0;
};

struct BoundInputs {
    std::vector<PacketClass> packets;  // the mix that was measured
    LinkInputs link;
    AxiInputs axi;
    EngineInputs engine;
    std::vector<ServiceInputs> services;
    std::vector<CoreDemand> cores;
    std::vector<HoldInputs> holds;
    double offered_packets_per_s = 0.0;  // open loop; 0 in a closed loop
};

/// Where a ceiling comes from.
enum class BoundBasis : std::uint8_t {
    closed_form,  // configuration alone
    measured,     // needs a demand or a residence measured in this run
    offered       // the workload asks for no more; random arrivals may exceed it in a window
};

struct Bound {
    std::string name;         // "link.downstream"
    std::string description;  // the formula with its numbers
    BoundBasis basis = BoundBasis::closed_form;
    double packets_per_s = 0.0;
    double mbit_per_s = 0.0;  // of payload
};

struct Bounds {
    std::vector<Bound> all;
    std::size_t tightest = 0;  // index into `all`, which is not empty
};

/// Ceilings of link (each direction), AXI (each channel), engine, each service, each core, each
/// hold and offered load, in this order. Resources that are absent (clock, rate or demand of 0)
/// have none. Of equal ceilings the first is the tightest. Throws std::invalid_argument without
/// packets or when no resource is given.
Bounds compute_bounds(const BoundInputs& inputs);

/// Wire bytes of a mix of packets in each direction of the link, `other_*` included.
struct WireBytes {
    double upstream = 0.0;
    double downstream = 0.0;
};
WireBytes wire_bytes(const LinkInputs& link, const PacketClass& packet);

}  // namespace lookaside::reports
