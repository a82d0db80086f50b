// SPDX-License-Identifier: Apache-2.0
// What a DMA channel needs from the half that differs between H2C and C2H.
#pragma once

#include <string>

#include "models/base/agenda.h"
#include "models/base/clock_domain.h"
#include "models/pcie/requester.h"
#include "models/xdma/axi_arbiter.h"
#include "models/xdma/axi_initiator.h"
#include "models/xdma/config_block.h"
#include "models/xdma/descriptor.h"

namespace lookaside::xdma {

/// What a mover tells its channel.
class MoverListener {
  public:
    virtual ~MoverListener() = default;
    /// The oldest descriptor in flight is done: its last byte has moved, or will have at `at`.
    virtual void descriptor_moved(SimTime at) = 0;
    /// Data could not be moved; `status_bits` are read_error or write_error bits.
    virtual void move_failed(std::uint32_t status_bits) = 0;
    /// The last outstanding request came back after an abort.
    virtual void mover_drained() = 0;
    /// `beats` AXI beats were moved that end at `end`.
    virtual void beats_moved(Cycles beats, Bytes bytes) = 0;
};

/// Moves the data of descriptors, in list order, several in flight.
class DataMover {
  public:
    struct Wiring {
        Agenda& agenda;
        const ClockDomain& clock;
        pcie::Requester& requester;
        const Parameters& parameters;
        const ConfigBlock& config;
        AxiInitiator& axi;
        AxiArbiter& arbiter;
    };

    virtual ~DataMover() = default;

    /// Takes the next descriptor. `fixed_address`: every beat goes to the same AXI address.
    virtual void take(const Descriptor& descriptor, bool fixed_address) = 0;
    /// Drops the descriptors in flight, those whose end was not yet told.
    virtual void abort() = 0;
    /// Descriptors in flight.
    virtual std::size_t in_flight() const = 0;
    /// Nothing in flight and nothing outstanding.
    virtual bool drained() const = 0;
    /// Addresses of the two sides of a descriptor.
    virtual std::uint64_t axi_address(const Descriptor& descriptor) const = 0;
    /// What the oldest descriptor waits for, or nothing.
    virtual std::string waits_for() const = 0;
};

}  // namespace lookaside::xdma
