// SPDX-License-Identifier: Apache-2.0
#include "models/array/channel_hardware.h"

#include <algorithm>
#include <utility>

namespace lookaside::array {
namespace {

constexpr std::uint8_t manufacturer = 0x4C;

emmc::Cid cid_of(DeviceId device) {
    return emmc::make_cid(manufacturer, "LKCRYP", device);
}
std::string channel_name(unsigned channel) {
    return "array.channel" + std::to_string(channel);
}

}  // namespace

ChannelHardware::ChannelHardware(const ArrayParameters& parameters, unsigned channel,
                                 Agenda& agenda, EngineCores& cores, EngineWatcher& watcher)
    : bus_(channel_name(channel) + ".bus", parameters.bus), host_(bus_.name(), agenda, bus_) {
    for (unsigned i = 0; i < parameters.devices; ++i) {
        const DeviceId id = channel * parameters.devices + i;
        emmc::DeviceParameters device;
        device.cid = cid_of(id);
        device.power_up_time = parameters.device_power_up;
        logics_.push_back(std::make_unique<CryptoDevice>(parameters, id, agenda, cores, watcher));
        devices_.push_back(std::make_unique<emmc::Device>(
            channel_name(channel) + ".device" + std::to_string(i), device, *logics_.back()));
        bus_.attach(*devices_.back());
    }
}

std::optional<unsigned> ChannelHardware::position_of(const emmc::Cid& cid) const {
    const auto device = std::find_if(devices_.begin(), devices_.end(), [&cid](const auto& each) {
        return each->parameters().cid == cid;
    });
    if (device == devices_.end()) {
        return std::nullopt;
    }
    return static_cast<unsigned>(device - devices_.begin());
}

BringUp::BringUp(ChannelHardware& hardware, unsigned devices, std::function<void()> on_over)
    : hardware_(hardware),
      on_over_(std::move(on_over)),
      identification_(hardware.host(), [this] { identified(); }),
      speed_up_(hardware.host(), [this] { speeded_up(); }),
      addresses_(devices),
      was_found_(devices, false) {}

void BringUp::begin() {
    identification_.begin();
}

void BringUp::identified() {
    for (const emmc::FoundDevice& found : identification_.result().found) {
        if (const auto position = hardware_.position_of(found.cid)) {
            was_found_[*position] = true;
        }
    }
    speed_up_.begin(identification_.result().found);
}

void BringUp::speeded_up() {
    for (const emmc::FoundDevice& ready : speed_up_.result().ready) {
        if (const auto position = hardware_.position_of(ready.cid)) {
            addresses_[*position] = ready.rca;
        }
    }
    on_over_();
}

std::string BringUp::reason(unsigned position) const {
    return was_found_[position] ? "does not work in the bus's mode" : "no answer in identification";
}

}  // namespace lookaside::array
