// SPDX-License-Identifier: Apache-2.0
// How a device takes commands; the transfer of blocks is in device_transfer.cpp.
#include "models/emmc/device.h"

#include <utility>

namespace lookaside::emmc {
namespace {

/// From this bit on the frame is all ones (recessive: nobody drives) or all zeros.
void cut_off(Frame& frame, unsigned from_bit, bool ones) {
    for (unsigned bit = from_bit; bit < frame.clocks(); ++bit) {
        auto& byte = frame.bytes[bit / 8];
        const unsigned mask = 0x80U >> (bit % 8);
        byte = static_cast<std::uint8_t>(ones ? byte | mask : byte & ~mask);
    }
}

}  // namespace

const char* name_of(DeviceState state) {
    switch (state) {
        case DeviceState::idle:
            return "idle";
        case DeviceState::ready:
            return "ready";
        case DeviceState::ident:
            return "ident";
        case DeviceState::stby:
            return "stby";
        case DeviceState::tran:
            return "tran";
        case DeviceState::data:
            return "data";
        case DeviceState::rcv:
            return "rcv";
        case DeviceState::prg:
            return "prg";
        case DeviceState::dis:
            return "dis";
        case DeviceState::inactive:
            return "inactive";
    }
    return "unknown";
}

Device::Device(std::string name, const DeviceParameters& parameters, DeviceLogic& logic)
    : name_(std::move(name)),
      parameters_(parameters),
      logic_(logic),
      ext_csd_(parameters.device_type, logic.sectors()) {
    seal(parameters_.cid);
}

DeviceState Device::state(SimTime now) {
    settle(now);
    return state_;
}

bool Device::is_selected() const {
    const bool has_lines = state_ == DeviceState::tran || state_ == DeviceState::data ||
                           state_ == DeviceState::rcv || state_ == DeviceState::prg;
    return has_lines && !faults_.mute;
}

/// Takes the steps that time alone has brought about.
void Device::settle(SimTime now) {
    if (state_ == DeviceState::prg && now >= programmed_at_) {
        state_ = DeviceState::tran;
    } else if (state_ == DeviceState::dis && now >= programmed_at_) {
        state_ = DeviceState::stby;
    } else if (state_ == DeviceState::data && now >= all_sent_) {
        done_ = count_;
        end_read();
    }
}

std::optional<Frame> Device::receive(const Frame& command, SimTime now) {
    if (faults_.mute || state_ == DeviceState::inactive) {
        return std::nullopt;
    }
    settle(now);
    if (!command.crc_fits()) {
        errors_ |= r1::com_crc_error;
        return std::nullopt;
    }
    return execute(command.index(), command.argument(), now);
}

Device::Answer Device::execute(unsigned index, std::uint32_t argument, SimTime now) {
    switch (index) {
        case 0:
            go_idle();
            return std::nullopt;
        case 1:
            return send_op_cond(argument, now);
        case 2:
            if (state_ == DeviceState::ready) {
                return send_cid();
            }
            return is_selected() ? refuse() : std::nullopt;
        case 3:
            if (state_ == DeviceState::ident) {
                rca_ = static_cast<std::uint16_t>(argument >> 16);
                const Answer answer = r1(index);
                state_ = DeviceState::stby;
                return answer;
            }
            return is_selected() ? refuse() : std::nullopt;
        case 7:
            return select(argument, now);
        case 9:
            return send_register(csd_, argument);
        case 10:
            return send_register(parameters_.cid, argument);
        case 13:
            return send_status(argument);
        case 15:
            if (is_addressed(argument) && state_ >= DeviceState::stby) {
                go_idle();
                state_ = DeviceState::inactive;
            }
            return std::nullopt;
        default:
            break;
    }
    // The rest is for the selected device; the others let it pass.
    if (!is_selected()) {
        return std::nullopt;
    }
    const unsigned preset = std::exchange(preset_blocks_, 0U);
    if (index == 12) {
        return stop(now);
    }
    if (state_ != DeviceState::tran) {
        return refuse();
    }
    switch (index) {
        case 6:
            return switch_mode(argument, now);
        case 8:
        case 17:
        case 18:
        case 24:
        case 25:
            return begin_transfer(index, argument, preset);
        case 23:
            preset_blocks_ = argument & 0xFFFFU;
            return r1(index);
        default:
            return refuse();
    }
}

/// A command that is illegal here is not answered; the next R1 tells.
Device::Answer Device::refuse() {
    errors_ |= r1::illegal_command;
    return std::nullopt;
}

Device::Answer Device::r1(unsigned index) {
    const bool ready = state_ != DeviceState::prg && state_ != DeviceState::dis;
    const std::uint32_t status =
        std::exchange(errors_, 0U) | r1::with_state(state_) | (ready ? r1::ready_for_data : 0);
    return r1_frame(index, status);
}

void Device::go_idle() {
    if (state_ == DeviceState::data) {
        end_read();
    } else if (state_ == DeviceState::rcv) {
        logic_.write_ended(first_, done_);
    }
    state_ = DeviceState::idle;
    rca_ = 1;
    errors_ = 0;
    preset_blocks_ = 0;
    ext_csd_.reset_bus();
}

Device::Answer Device::send_op_cond(std::uint32_t argument, SimTime now) {
    if (state_ != DeviceState::idle) {
        return is_selected() ? refuse() : std::nullopt;
    }
    std::uint32_t ocr = parameters_.voltages;
    if (parameters_.sector_mode) {
        ocr |= ocr::sector_mode;
    }
    const std::uint32_t window = argument & ocr::voltages;
    if (window != 0 && (window & parameters_.voltages) == 0) {
        state_ = DeviceState::inactive;
        return std::nullopt;
    }
    if (now >= parameters_.power_up_time) {
        ocr |= ocr::powered_up;
        if (window != 0) {
            state_ = DeviceState::ready;
        }
    }
    return r3_frame(ocr);
}

Device::Answer Device::send_cid() {
    Frame frame = r2_frame(parameters_.cid);
    if (faults_.removed_at_cid_bit) {
        cut_off(frame, *faults_.removed_at_cid_bit, true);
        faults_.mute = true;
    }
    if (faults_.hangs_at_cid_bit) {
        cut_off(frame, *faults_.hangs_at_cid_bit, false);
        faults_.mute = true;
    }
    return frame;
}

void Device::end_arbitration(bool won) {
    if (won) {
        state_ = DeviceState::ident;
    }
}

Device::Answer Device::select(std::uint32_t argument, SimTime now) {
    if (!is_addressed(argument)) {
        if (state_ == DeviceState::prg) {
            state_ = DeviceState::dis;
        } else if (state_ == DeviceState::data) {
            end_read();
            state_ = DeviceState::stby;
        } else if (state_ == DeviceState::tran) {
            state_ = DeviceState::stby;
        } else if (state_ == DeviceState::rcv) {
            return refuse();
        }
        settle(now);
        return std::nullopt;
    }
    if (state_ != DeviceState::stby && state_ != DeviceState::dis) {
        return is_selected() ? refuse() : std::nullopt;
    }
    const Answer answer = r1(7);
    state_ = state_ == DeviceState::stby ? DeviceState::tran : DeviceState::prg;
    return answer;
}

Device::Answer Device::send_status(std::uint32_t argument) {
    if (!is_addressed(argument) || state_ < DeviceState::stby) {
        return std::nullopt;
    }
    constexpr std::uint32_t queue_status_bit = 1U << 15;
    if ((argument & queue_status_bit) != 0) {
        return r1_frame(13, logic_.queue_status());
    }
    return r1(13);
}

Device::Answer Device::send_register(const std::array<std::uint8_t, 16>& bits,
                                     std::uint32_t argument) {
    if (!is_addressed(argument) || state_ < DeviceState::stby) {
        return std::nullopt;
    }
    return state_ == DeviceState::stby ? Answer(r2_frame(bits)) : refuse();
}

Device::Answer Device::switch_mode(std::uint32_t argument, SimTime now) {
    const Answer answer = r1(6);
    if (ext_csd_.switch_byte(argument)) {
        program(parameters_.switch_time, now);
    } else {
        errors_ |= r1::switch_error;
    }
    return answer;
}

Device::Answer Device::stop(SimTime now) {
    if (state_ == DeviceState::data) {
        const Answer answer = r1(12);
        end_read();
        return answer;
    }
    if (state_ == DeviceState::rcv) {
        const Answer answer = r1(12);
        program(logic_.write_ended(first_, done_), now);
        return answer;
    }
    return refuse();
}

}  // namespace lookaside::emmc
