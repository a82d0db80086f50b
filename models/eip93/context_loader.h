// SPDX-License-Identifier: Apache-2.0
// Reads a packet's SA and state record and works out what to do with it.
#pragma once

#include <functional>

#include "models/base/agenda.h"
#include "models/base/clock_domain.h"
#include "models/eip93/operation.h"
#include "models/eip93/packet.h"
#include "models/soc/dma_master.h"

namespace lookaside::eip93 {

/// One packet at a time.
class ContextLoader {
  public:
    /// `prepared` runs when the packet's operation, or its error, is there.
    ContextLoader(const EngineParameters& parameters, Agenda& agenda, const ClockDomain& clock,
                  soc::DmaMaster& reads, std::function<void(Packet&)> prepared);

    bool is_busy() const { return packet_ != nullptr; }
    void load(Packet& packet);

  private:
    void read_records();
    void read_state();
    void prepare();
    /// Hands the packet on; an error of 0 is none.
    void hand_on(std::uint32_t error);

    const EngineParameters& parameters_;
    const ClockDomain& clock_;
    soc::DmaMaster& reads_;
    std::function<void(Packet&)> prepared_;
    OperationContext context_;
    Packet* packet_ = nullptr;
    Agenda& agenda_;
    Alarm decoded_;
    Alarm loaded_;
};

}  // namespace lookaside::eip93
