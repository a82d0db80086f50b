// SPDX-License-Identifier: Apache-2.0
#include "models/emmc/speed_up.h"

#include <algorithm>

namespace lookaside::emmc {

std::string describe(const FoundDevice& device) {
    static constexpr char digits[] = "0123456789abcdef";
    std::string text = "CID ";
    for (const std::uint8_t byte : device.cid) {
        text += digits[byte >> 4];
        text += digits[byte & 15];
    }
    return text + ", RCA " + std::to_string(device.rca);
}

SpeedUp::SpeedUp(HostController& host, Done on_done)
    : host_(host), on_done_(std::move(on_done)), step_([this](Transaction&) { advance(); }) {
    plan_switches();
}

/// HS400 is reached through high speed at 52 MHz, as JESD84-B51 section 6.6.2.3 demands.
void SpeedUp::plan_switches() {
    const BusParameters& p = host_.bus().parameters();
    const Switch width{ext_csd::bus_width, bus_width_byte(p.width, is_ddr(p.mode))};
    const Switch timing{ext_csd::hs_timing, hs_timing_byte(p.mode)};
    switch (p.mode) {
        case BusMode::legacy:
            switches_ = {width};
            break;
        case BusMode::high_speed:
        case BusMode::hs200:
            switches_ = {width, timing};
            break;
        case BusMode::ddr52:
            switches_ = {timing, width};
            break;
        case BusMode::hs400:
            switches_ = {{ext_csd::hs_timing, hs_timing_byte(BusMode::high_speed)}, width, timing};
            break;
    }
}

void SpeedUp::begin(std::vector<FoundDevice> devices) {
    result_ = {};
    devices_ = std::move(devices);
    next_ = 0;
    drive(1, false);
    select_next();
}

void SpeedUp::drive(unsigned width, bool ddr) {
    const Hertz clock = std::min(host_.bus().parameters().clock, max_clock(BusMode::legacy));
    host_.bus().change({clock, width, ddr, false});
}

std::uint32_t SpeedUp::address() const {
    return static_cast<std::uint32_t>(devices_[next_ - 1].rca) << 16;
}

void SpeedUp::send(unsigned index, std::uint32_t argument) {
    transaction_ = {};
    transaction_.index = static_cast<std::uint8_t>(index);
    transaction_.argument = argument;
    if (index == 8) {
        transaction_.read_data = ext_csd_;
    }
    host_.start(transaction_, step_);
}

void SpeedUp::select_next() {
    drive(1, false);
    if (next_ == devices_.size()) {
        return send(7, 0);
    }
    ++next_;
    switched_ = 0;
    send(7, address());
}

void SpeedUp::advance() {
    if (transaction_.index == 7 && transaction_.argument == 0) {
        const BusParameters& p = host_.bus().parameters();
        host_.bus().change({p.clock, p.width, is_ddr(p.mode), false});
        if (on_done_) {
            on_done_();
        }
        return;
    }
    if (transaction_.error != TransactionError::none) {
        return give_up("CMD" + std::to_string(transaction_.index) + ": " +
                       name_of(transaction_.error));
    }
    switch (transaction_.index) {
        case 7:
            return send(8, 0);
        case 8:
            return after_ext_csd();
        case 6:
            if (switches_[switched_].index == ext_csd::bus_width) {
                const BusParameters& p = host_.bus().parameters();
                drive(p.width, is_ddr(p.mode));
            }
            return send(13, address());
        default:
            return after_status();
    }
}

void SpeedUp::after_ext_csd() {
    const BusMode mode = host_.bus().parameters().mode;
    if (!supports(ext_csd_[ext_csd::device_type], mode)) {
        return give_up(std::string("does not support mode ") + name_of(mode));
    }
    next_switch();
}

void SpeedUp::next_switch() {
    if (switched_ == switches_.size()) {
        result_.ready.push_back(devices_[next_ - 1]);
        return select_next();
    }
    const Switch& change = switches_[switched_];
    send(6, write_byte_argument(change.index, change.value));
}

void SpeedUp::after_status() {
    if ((transaction_.status & r1::switch_error) != 0) {
        const Switch& change = switches_[switched_];
        return give_up("SWITCH_ERROR on writing " + std::to_string(change.value) + " to EXT_CSD " +
                       std::to_string(change.index));
    }
    ++switched_;
    next_switch();
}

void SpeedUp::give_up(const std::string& why) {
    result_.problems.push_back(host_.bus().name() + ": device " + describe(devices_[next_ - 1]) +
                               ": " + why);
    select_next();
}

}  // namespace lookaside::emmc
