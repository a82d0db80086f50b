// SPDX-License-Identifier: Apache-2.0
#include "models/emmc/bus.h"

#include <algorithm>

#include "base/error.h"
#include "models/emmc/arbitration.h"

namespace lookaside::emmc {
namespace {

void flip(Frame& frame, std::size_t byte, unsigned mask) {
    frame.bytes[byte] = static_cast<std::uint8_t>(frame.bytes[byte] ^ mask);
}

}  // namespace

Bus::Bus(std::string name, const BusParameters& parameters)
    : name_(std::move(name)),
      parameters_(parameters),
      setting_{parameters.identification_clock, 1, false, true},
      clock_(Hertz{1}) {
    check(parameters, name_);
    change(setting_);
}

void Bus::attach(Device& device) {
    if (devices_.size() == max_devices) {
        throw InputError(name_ + ": more than " + std::to_string(max_devices) +
                         " devices, one for each RCA");
    }
    devices_.push_back(&device);
}

void Bus::change(const BusSetting& setting) {
    setting_ = setting;
    clock_ = ClockDomain(setting.clock);
}

std::optional<Frame> Bus::carry(const Frame& command, SimTime now) {
    responders_.clear();
    responses_.clear();
    if (!faults_.empty()) {
        faults_.command_begins(command.index());
        if (faults_.hits(FaultKind::command_crc)) {
            Frame damaged = command;
            flip(damaged, 3, 0x10);
            deliver(damaged, now);
            return std::nullopt;
        }
    }
    deliver(command, now);
    return combine(command);
}

void Bus::deliver(const Frame& command, SimTime now) {
    const unsigned index = command.index();
    const auto rca = static_cast<std::uint16_t>(command.argument() >> 16);
    const bool for_all = index <= 3 || !command.crc_fits();
    const bool by_address = index == 7 || index == 9 || index == 10 || index == 13 || index == 15;
    // Who a command is not for lets it pass: no need to ask.
    if (for_all) {
        for (Device* device : devices_) {
            deliver_to(*device, command, now);
        }
        by_rca_.rebuild(devices_);
    } else {
        if (index == 7 || !by_address) {
            for (Device* device : selected_) {
                if (index != 7 || device->rca() != rca) {
                    deliver_to(*device, command, now);
                }
            }
        }
        if (by_address) {
            by_rca_.for_each(rca, [&](Device& device) { deliver_to(device, command, now); });
        }
    }
    if (index == 0 || index == 7 || index == 15) {
        update_selected(rca);
    }
}

void Bus::deliver_to(Device& device, const Frame& command, SimTime now) {
    if (auto response = device.receive(command, now)) {
        responders_.push_back(&device);
        responses_.push_back(*response);
    }
}

/// Only who was selected or is addressed can have changed.
void Bus::update_selected(std::uint16_t rca) {
    std::erase_if(selected_, [](const Device* device) { return !device->is_selected(); });
    by_rca_.for_each(rca, [this](Device& device) {
        if (device.is_selected() &&
            std::find(selected_.begin(), selected_.end(), &device) == selected_.end()) {
            selected_.push_back(&device);
        }
    });
}

/// Outside identification one device answers. Where two do, the low level is the stronger.
std::optional<Frame> Bus::combine(const Frame& command) {
    if (responses_.empty()) {
        return std::nullopt;
    }
    Frame wire = responses_.front();
    if (command.index() == 2) {
        const ArbitrationResult result = arbitrate(responses_);
        wire = result.wire;
        std::size_t remaining = 0;
        for (std::size_t i = 0; i < responses_.size(); ++i) {
            responders_[i]->end_arbitration(result.won[i]);
            if (result.won[i]) {
                responders_[remaining++] = responders_[i];
            }
        }
        responders_.resize(remaining);
    } else {
        for (std::size_t i = 1; i < responses_.size(); ++i) {
            wire = wired_and(wire, responses_[i]);
        }
    }
    if (!faults_.empty()) {
        if (faults_.hits(FaultKind::no_response)) {
            return std::nullopt;
        }
        damage(wire);
    }
    return wire;
}

void Bus::damage(Frame& response) const {
    if (faults_.hits(FaultKind::response_crc)) {
        flip(response, 2, 0x04);
    }
    if (faults_.hits(FaultKind::response_index)) {
        response = r1_frame(response.index() ^ 1U, response.argument());
    }
    if (faults_.hits(FaultKind::response_end_bit)) {
        flip(response, response.size - 1U, 0x01);
    }
}

}  // namespace lookaside::emmc
