// SPDX-License-Identifier: Apache-2.0
// The wires of an MMC bus: who hears a command, and what the answers add up to.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "models/base/clock_domain.h"
#include "models/emmc/bus_observer.h"
#include "models/emmc/bus_parameters.h"
#include "models/emmc/device.h"
#include "models/emmc/faults.h"
#include "models/emmc/frame.h"
#include "models/emmc/rca_table.h"

namespace lookaside::emmc {

/// How the host drives the bus now.
struct BusSetting {
    Hertz clock;
    unsigned width = 1;
    bool ddr = false;
    bool open_drain = false;
};

/// Relative card addresses have 16 bits, and 0 deselects.
inline constexpr std::size_t max_devices = 0xFFFF;

/// CMD, DAT0..7 and CLK, shared by the devices attached to them.
class Bus {
  public:
    /// Starts with the identification clock, one line, open drain. Throws InputError for
    /// parameters that check() rejects.
    Bus(std::string name, const BusParameters& parameters);

    const std::string& name() const { return name_; }
    const BusParameters& parameters() const { return parameters_; }
    const BusSetting& setting() const { return setting_; }
    const ClockDomain& clock() const { return clock_; }
    void change(const BusSetting& setting);

    /// Before the first command. The device must outlive the bus's use. Throws InputError for more
    /// devices than there are addresses.
    void attach(Device& device);
    std::span<Device* const> devices() const { return devices_; }
    void observe(BusObserver& observer) { observers_.push_back(&observer); }
    std::span<BusObserver* const> observers() const { return observers_; }
    FaultPlan& faults() { return faults_; }

    /// The end bit of a command leaves the host, now: the devices take it. What they send back
    /// together; none if nobody answers.
    std::optional<Frame> carry(const Frame& command, SimTime now);
    /// Who sent that, and who sends or takes blocks now.
    std::span<Device* const> responders() const { return responders_; }
    /// Whoever drives or reads the data lines: the one selected device, unless two share an RCA.
    std::span<Device* const> selected() const { return selected_; }

  private:
    void deliver(const Frame& command, SimTime now);
    void deliver_to(Device& device, const Frame& command, SimTime now);
    void update_selected(std::uint16_t rca);
    std::optional<Frame> combine(const Frame& command);
    void damage(Frame& response) const;

    std::string name_;
    BusParameters parameters_;
    BusSetting setting_;
    ClockDomain clock_;
    std::vector<Device*> devices_;
    std::vector<BusObserver*> observers_;
    FaultPlan faults_;

    std::vector<Device*> responders_;
    std::vector<Frame> responses_;
    std::vector<Device*> selected_;
    RcaTable by_rca_;
};

}  // namespace lookaside::emmc
