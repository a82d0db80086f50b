// SPDX-License-Identifier: Apache-2.0
// The hardware of system kind engine-array: PCIe fabric, the card, its eMMC buses and cores.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/pcie_fabric.h"
#include "base/slot_timelines.h"
#include "base/statistics.h"
#include "models/array/array_card.h"
#include "scenarios/config.h"

namespace lookaside::app {

/// Parameters of the card and its buses as a configuration has them.
array::ArrayParameters array_parameters(const scenarios::ScenarioConfig& config);
/// Design point of the SHA-256 cores; `rounds` a cycle: 1, 2 or 4.
crypto::Sha256Design sha256_design(unsigned rounds);
/// The cores that the configuration names: one for each engine of RTL, one for all if timed.
array::EngineCores make_engine_cores(const scenarios::ScenarioConfig& config);

/// Owns the models. One a process.
class ArrayHardware {
  public:
    ArrayHardware(const scenarios::ScenarioConfig& config, array::EngineCores cores,
                  StatisticsRegistry& statistics, SlotTimelines& timelines);

    PcieFabric& fabric() { return fabric_; }
    const array::ArrayCard& card() const { return card_; }

    void describe_waits(std::vector<std::string>& lines) const;

  private:
    PcieFabric fabric_;
    array::EngineCores cores_;
    array::ArrayCard card_;
};

}  // namespace lookaside::app
