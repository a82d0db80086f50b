// SPDX-License-Identifier: Apache-2.0
// The hardware of system kind fpga-ipsec: host memory, root complex, link, XDMA, card and core.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/slot_timelines.h"
#include "base/statistics.h"
#include "models/base/agenda.h"
#include "models/crypto/engine.h"
#include "models/fpga/ipsec_card.h"
#include "models/memory/host_memory.h"
#include "models/pcie/endpoint_core.h"
#include "models/pcie/link.h"
#include "models/pcie/protocol_checker.h"
#include "models/pcie/root_complex.h"
#include "models/xdma/xdma.h"
#include "scenarios/config.h"

namespace lookaside::app {

/// Parameters of the models as a configuration has them.
pcie::LinkParameters link_parameters(const scenarios::FabricConfig& fabric);
pcie::RootComplexParameters root_complex_parameters(const scenarios::FabricConfig& fabric);
xdma::Parameters xdma_parameters(const scenarios::ScenarioConfig& config);
/// Errors that the configured rate makes in a direction; each direction has a stream of its own.
pcie::FaultPlan bit_errors(const scenarios::ScenarioConfig& config, unsigned direction);
crypto::AesGcmDesign engine_design(const scenarios::DeviceConfig& device);
/// Clock of the crypto core: the AXI clock unless set otherwise.
Hertz engine_clock(const scenarios::ScenarioConfig& config);

/// The core that the configuration names.
std::unique_ptr<crypto::Engine> make_engine(const scenarios::ScenarioConfig& config);

/// Owns the models and binds them to each other. One a process.
class FpgaHardware {
  public:
    FpgaHardware(const scenarios::ScenarioConfig& config, std::unique_ptr<crypto::Engine> engine,
                 StatisticsRegistry& statistics, SlotTimelines& timelines);

    Agenda& agenda() { return agenda_; }
    memory::HostMemory& memory() { return memory_; }
    pcie::RootComplex& root_complex() { return root_complex_; }

    /// One line for each credit, tag, queue or slot that something waits for.
    void describe_waits(std::vector<std::string>& lines) const;
    /// At the end of a drained run: throws SimulationError if something was lost on the link.
    void check_at_end() const;
    /// Rules of the card's datasheet that software broke; empty in a valid run.
    const std::vector<std::string>& broken_card_rules() const { return card_.broken_rules(); }

  private:
    Agenda agenda_;
    memory::HostMemory memory_;
    pcie::TlpPool pool_;
    pcie::Link link_;
    pcie::RootComplex root_complex_;
    pcie::EndpointCore endpoint_;
    std::unique_ptr<pcie::ProtocolChecker> checker_;
    std::unique_ptr<crypto::Engine> engine_;
    xdma::Xdma xdma_;
    fpga::IpsecCard card_;
};

}  // namespace lookaside::app
