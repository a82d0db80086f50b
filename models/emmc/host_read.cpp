// SPDX-License-Identifier: Apache-2.0
// How the host controller reads blocks.
#include <algorithm>

#include "models/emmc/host_controller.h"
#include "models/emmc/wire_block.h"

namespace lookaside::emmc {

/// When each block begins; up to the first that does not come in time.
void HostController::plan_read() {
    const BusParameters& p = bus_.parameters();
    const Picoseconds gap = clocks(p.n_ac);
    const Picoseconds length = clocks(block_length());
    Device& device = *bus_.selected().front();
    SimTime end = command_end_;
    times_out_ = false;
    for (unsigned block = 0; block < blocks_asked_ && !times_out_; ++block) {
        const auto access = device.read_access(block);
        times_out_ = !access || *access > end - command_end_ + p.read_timeout - gap;
        if (!times_out_) {
            const SimTime at_hand = command_end_ + *access;
            block_starts_.push_back(gap + (at_hand <= end ? end : bus_.clock().next_edge(at_hand)));
            end = block_starts_.back() + length;
        }
    }
    await_read();
}

void HostController::await_read() {
    const auto coming = static_cast<unsigned>(block_starts_.size()) - moved_;
    planned_ = must_be_careful() ? std::min(coming, 1U) : coming;
    if (planned_ > 0) {
        data_end_ = block_starts_[moved_ + planned_ - 1] + clocks(block_length());
    }
    if (planned_ == coming && times_out_) {
        data_end_ += bus_.parameters().read_timeout;
    }
    phase_ = Phase::read;
    alarm_.arm(data_end_);
}

void HostController::end_read() {
    usage_.clocks.read_blocks += planned_ * block_length();
    const TransactionError error = fetch_planned();
    moved_ += planned_;
    if (error == TransactionError::none && moved_ < blocks_asked_) {
        return await_read();
    }
    if (error != TransactionError::none) {
        fail(error);
    }
    data_free_ = data_end_ + clocks(bus_.parameters().n_rc);
    leave_read();
    finish_at(std::max(data_end_, response_end_));
}

/// Counts the good ones of the blocks that were planned, up to the first bad one.
TransactionError HostController::fetch_planned() {
    if (bus_.selected().front()->is_mute()) {
        return TransactionError::data_timeout;  // it went away meanwhile
    }
    for (unsigned block = moved_; block < moved_ + planned_; ++block) {
        const auto error =
            fetch_block(block, current_->read_data.subspan(block * block_bytes, block_bytes));
        if (error != TransactionError::none) {
            return error;
        }
        ++current_->blocks;
    }
    const bool all_came = moved_ + planned_ < block_starts_.size() || !times_out_;
    return all_came ? TransactionError::none : TransactionError::data_timeout;
}

/// Puts what the host receives into `bytes`.
TransactionError HostController::fetch_block(unsigned block, std::span<std::uint8_t> bytes) {
    const BusSetting& setting = bus_.setting();
    const auto senders = bus_.selected();
    senders.front()->read_block(block, bytes);
    const bool careful = must_be_careful();
    if (!careful && bus_.observers().empty()) {
        return TransactionError::none;
    }
    LineCrcs crcs = line_crcs(bytes, setting.width, setting.ddr);
    for (Device* other : senders.subspan(1)) {
        scratch_.resize(block_bytes);
        other->read_block(block, scratch_);
        collide(bytes, crcs, scratch_, line_crcs(scratch_, setting.width, setting.ddr));
    }
    if (const auto fault = bus_.faults().find(FaultKind::data_crc, block)) {
        flip_bit(bytes, *fault, setting.width);
    }
    const SimTime start = block_starts_[block];
    for (BusObserver* observer : bus_.observers()) {
        observer->block({false, senders, bytes, crcs, start, start + clocks(block_length())});
    }
    for (const Device* device : senders) {
        if (device->width() != setting.width || device->ddr() != setting.ddr) {
            return TransactionError::data_crc;
        }
    }
    switch (inspect(bytes, crcs, setting.width, setting.ddr,
                    bus_.faults().find(FaultKind::data_end_bit, block))) {
        case BlockVerdict::good:
            return TransactionError::none;
        case BlockVerdict::crc_wrong:
            return TransactionError::data_crc;
        case BlockVerdict::end_bit_missing:
            return TransactionError::data_end_bit;
    }
    return TransactionError::none;
}

/// The host takes no more than it has; the device sends what its block count says.
void HostController::leave_read() {
    const Picoseconds gap = clocks(bus_.parameters().n_ac);
    const Picoseconds length = clocks(block_length());
    const auto planned = static_cast<unsigned>(block_starts_.size());
    for (Device* device : bus_.selected()) {
        if (!device->is_sending()) {
            continue;
        }
        SimTime all_sent = planned == 0 ? command_end_ : block_starts_.back() + length;
        for (unsigned block = planned; block < device->blocks_counted(); ++block) {
            const auto access = device->read_access(block);
            if (!access) {
                all_sent = never;
                break;
            }
            all_sent = std::max(all_sent, agenda_.now() + *access) + gap + length;
        }
        device->blocks_sent(moved_, all_sent, agenda_.now());
    }
}

}  // namespace lookaside::emmc
