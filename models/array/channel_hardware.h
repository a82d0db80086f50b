// SPDX-License-Identifier: Apache-2.0
// One channel: an eMMC bus, the devices on it, and the host controller that drives it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/array/crypto_device.h"
#include "models/emmc/speed_up.h"

namespace lookaside::array {

class ChannelHardware {
  public:
    ChannelHardware(const ArrayParameters& parameters, unsigned channel, Agenda& agenda,
                    EngineCores& cores, EngineWatcher& watcher);

    emmc::Bus& bus() { return bus_; }
    emmc::HostController& host() { return host_; }
    CryptoDevice& logic(unsigned position) { return *logics_[position]; }
    const CryptoDevice& logic(unsigned position) const { return *logics_[position]; }
    emmc::Device& device(unsigned position) { return *devices_[position]; }
    const emmc::BusUsage& usage() const { return host_.usage(); }

    /// The position of the device with this CID.
    std::optional<unsigned> position_of(const emmc::Cid& cid) const;

  private:
    emmc::Bus bus_;
    std::vector<std::unique_ptr<CryptoDevice>> logics_;
    std::vector<std::unique_ptr<emmc::Device>> devices_;
    emmc::HostController host_;
};

/// Finds the channel's devices, gives them addresses and takes the bus to its speed.
class BringUp {
  public:
    BringUp(ChannelHardware& hardware, unsigned devices, std::function<void()> on_over);

    void begin();
    /// By position on the bus: the address of each device that works.
    const std::vector<std::optional<std::uint16_t>>& addresses() const { return addresses_; }
    /// Why a device without an address does not work.
    std::string reason(unsigned position) const;

  private:
    void identified();
    void speeded_up();

    ChannelHardware& hardware_;
    std::function<void()> on_over_;
    emmc::Identification identification_;
    emmc::SpeedUp speed_up_;
    std::vector<std::optional<std::uint16_t>> addresses_;
    std::vector<bool> was_found_;
};

}  // namespace lookaside::array
