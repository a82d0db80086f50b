// SPDX-License-Identifier: Apache-2.0
// The crypto-engine array card: a PCIe function, its manager and the channels with their devices.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/slot_timelines.h"
#include "base/statistics.h"
#include "models/array/engine_cores.h"
#include "models/array/parameters.h"
#include "models/base/agenda.h"
#include "models/emmc/bus.h"
#include "models/pcie/function.h"

namespace lookaside::array {

class CardParts;
class CryptoDevice;

/// Register map, ring formats and rules of use: datasheets/engine_array.h. Stamps the moments of
/// the task with tag `t` of queue pair `q` on slot q * max_ring_entries + t of `timelines`.
class ArrayCard : private pcie::FunctionLogic {
  public:
    /// Attaches itself to `endpoint` and publishes to `statistics`; all references must outlive
    /// the card. Throws InputError if a parameter is out of range.
    ArrayCard(const ArrayParameters& parameters, Agenda& agenda, pcie::Endpoint& endpoint,
              EngineCores& cores, SlotTimelines& timelines, StatisticsRegistry& statistics);
    ~ArrayCard() override;

    const ArrayParameters& parameters() const;

    /// The rules of the datasheet that software broke. A run with any is not valid.
    const std::vector<std::string>& broken_rules() const;
    /// Devices given up since the start, each with its reason: "channel 2 device 5: ...".
    const std::vector<std::string>& dead_devices() const;
    /// For deadlock reports.
    void describe_waits(std::vector<std::string>& lines) const;

    /// Breaks a device's bus interface; see emmc::DeviceFaults.
    emmc::DeviceFaults& device_faults(unsigned channel, unsigned device);
    /// For its engines' faults.
    CryptoDevice& device(unsigned channel, unsigned device);
    emmc::Bus& bus(unsigned channel);

  private:
    void bar_write(unsigned bar, Bytes offset, std::span<const std::uint8_t> data) override;
    void bar_read(const pcie::BarRead& read) override;
    void read_data(pcie::ReadTag tag, Bytes offset, std::span<const std::uint8_t> data,
                   bool last) override;
    void read_failed(pcie::ReadTag tag, pcie::CompletionStatus status) override;
    void transmit_ready() override;
    void interrupt_control_changed() override;

    std::unique_ptr<CardParts> parts_;
};

}  // namespace lookaside::array
