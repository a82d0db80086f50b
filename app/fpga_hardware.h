// SPDX-License-Identifier: Apache-2.0
// The hardware of system kind fpga-ipsec: PCIe fabric, XDMA, card and core.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/pcie_fabric.h"
#include "base/slot_timelines.h"
#include "base/statistics.h"
#include "models/crypto/engine.h"
#include "models/fpga/ipsec_card.h"
#include "models/xdma/xdma.h"
#include "scenarios/config.h"

namespace lookaside::app {

/// Parameters of the models as a configuration has them.
xdma::Parameters xdma_parameters(const scenarios::ScenarioConfig& config);
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

    PcieFabric& fabric() { return fabric_; }

    /// One line for each credit, tag, queue or slot that something waits for.
    void describe_waits(std::vector<std::string>& lines) const;
    /// Rules of the card's datasheet that software broke; empty in a valid run.
    const std::vector<std::string>& broken_card_rules() const { return card_.broken_rules(); }

  private:
    PcieFabric fabric_;
    std::unique_ptr<crypto::Engine> engine_;
    xdma::Xdma xdma_;
    fpga::IpsecCard card_;
};

}  // namespace lookaside::app
