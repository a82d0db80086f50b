// SPDX-License-Identifier: Apache-2.0
// How a device sends and takes blocks, and how long it programs.
#include <algorithm>

#include "base/error.h"
#include "models/emmc/device.h"

namespace lookaside::emmc {

void check_supports(const DeviceParameters& parameters, BusMode mode, const std::string& name) {
    if (!supports(parameters.device_type, mode)) {
        throw InputError(name + ": the device does not support bus mode " + name_of(mode));
    }
}

Device::Answer Device::begin_transfer(unsigned index, std::uint32_t argument, unsigned preset) {
    sends_ext_csd_ = index == 8;
    const bool by_bytes = !parameters_.sector_mode;
    const auto sector = by_bytes ? static_cast<std::uint32_t>(argument / block_bytes) : argument;
    first_ = sends_ext_csd_ ? 0 : sector;
    count_ = index == 18 || index == 25 ? preset : 1;
    done_ = 0;
    all_sent_ = never;
    write_failed_ = false;
    std::uint32_t refusal = 0;
    if (!sends_ext_csd_ && by_bytes && argument % block_bytes != 0) {
        refusal |= r1::address_misalign;
    }
    if (!sends_ext_csd_ && first_ >= logic_.sectors()) {
        refusal |= r1::address_out_of_range;
    }
    errors_ |= refusal;
    const Answer answer = r1(index);
    if (refusal == 0) {
        state_ = writes_blocks(index) ? DeviceState::rcv : DeviceState::data;
    }
    return answer;
}

std::optional<Picoseconds> Device::read_access(unsigned block) {
    if (faults_.mute || (count_ != 0 && block >= count_)) {
        return std::nullopt;
    }
    if (sends_ext_csd_) {
        return Picoseconds{0};
    }
    if (block >= logic_.sectors() - first_) {
        errors_ |= r1::address_out_of_range;
        return std::nullopt;
    }
    return logic_.read_access(first_ + block);
}

void Device::read_block(unsigned block, std::span<std::uint8_t> bytes) {
    if (sends_ext_csd_) {
        std::copy_n(ext_csd_.bytes().begin(), bytes.size(), bytes.begin());
    } else {
        logic_.read_block(first_ + block, bytes);
    }
}

void Device::blocks_sent(unsigned blocks, SimTime all_sent, SimTime now) {
    done_ = blocks;
    all_sent_ = blocks == count_ ? now : count_ != 0 ? all_sent : never;
    settle(now);
}

void Device::end_read() {
    state_ = DeviceState::tran;
    if (!sends_ext_csd_) {
        logic_.read_ended(first_, done_);
    }
}

unsigned Device::blocks_wanted() const {
    if (faults_.mute || write_failed_ || state_ != DeviceState::rcv) {
        return 0;
    }
    const std::uint32_t in_range = logic_.sectors() - first_ - done_;
    return count_ == 0 ? in_range : std::min<std::uint32_t>(in_range, count_ - done_);
}

void Device::blocks_received(std::span<const std::uint8_t> bytes, SimTime now) {
    for (; !bytes.empty(); bytes = bytes.subspan(block_bytes)) {
        logic_.block_written(first_ + done_, bytes.first(block_bytes));
        ++done_;
    }
    if (done_ == count_) {
        program(logic_.write_ended(first_, done_), now);
    }
}

void Device::block_dropped() {
    if (state_ == DeviceState::rcv && !write_failed_ && first_ + done_ >= logic_.sectors()) {
        errors_ |= r1::address_out_of_range;
        write_failed_ = true;
    }
}

void Device::program(std::optional<Picoseconds> duration, SimTime now) {
    state_ = DeviceState::prg;
    const bool ends = duration && *duration < never - now && !faults_.hangs_busy;
    programmed_at_ = ends ? now + *duration : never;
}

SimTime Device::busy_until(SimTime now) {
    settle(now);
    return state_ == DeviceState::prg && !faults_.mute ? std::max(programmed_at_, now) : now;
}

}  // namespace lookaside::emmc
