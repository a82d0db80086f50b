// SPDX-License-Identifier: Apache-2.0
// How the host controller moves blocks.
#include <algorithm>

#include "models/emmc/host_controller.h"
#include "models/emmc/wire_block.h"

namespace lookaside::emmc {

/// Blocks go one by one if any of them may fail: errors are injected, two devices have one
/// address, or host and device do not agree on the lines. Else all blocks arrive as they left,
/// with the CRC16s that they need, and one alarm is enough.
bool HostController::must_be_careful() const {
    if (bus_.faults().hits_data() || bus_.selected().size() != 1) {
        return true;
    }
    const Device& device = *bus_.selected().front();
    return device.width() != bus_.setting().width || device.ddr() != bus_.setting().ddr;
}

unsigned HostController::blocks_per_step() const {
    const auto moved = static_cast<unsigned>(block_starts_.size());
    return must_be_careful() ? 1 : blocks_asked_ - moved;
}

void HostController::plan_read() {
    const BusParameters& p = bus_.parameters();
    const auto first = static_cast<unsigned>(block_starts_.size());
    const unsigned last = first + blocks_per_step();
    const Picoseconds gap = clocks(p.n_ac);
    const Picoseconds length = clocks(block_length());
    Device& device = *bus_.selected().front();
    planned_ = 0;
    times_out_ = false;
    for (unsigned block = first; block < last; ++block) {
        const auto access = device.read_access(block);
        if (!access || *access > data_end_ - agenda_.now() + p.read_timeout - gap) {
            times_out_ = true;
            data_end_ += p.read_timeout;
            break;
        }
        const SimTime at_hand = agenda_.now() + *access;
        const SimTime start =
            gap + (at_hand <= data_end_ ? data_end_ : bus_.clock().next_edge(at_hand));
        block_starts_.push_back(start);
        data_end_ = start + length;
        ++planned_;
    }
    phase_ = Phase::read;
    alarm_.arm(std::max(data_end_, agenda_.now()));
}

void HostController::end_read() {
    const auto end = static_cast<unsigned>(block_starts_.size());
    unsigned good = end - planned_;
    TransactionError error = TransactionError::none;
    if (planned_ > 0 && bus_.selected().front()->is_mute()) {
        error = TransactionError::data_timeout;  // it went away meanwhile
        ++good;
    }
    for (; good < end && error == TransactionError::none; ++good) {
        const auto bytes = current_->read_data.subspan(good * block_bytes, block_bytes);
        error = fetch_block(good, bytes);
    }
    usage_.clocks.read_blocks += planned_ * block_length();
    if (error != TransactionError::none) {
        --good;
    } else if (times_out_) {
        error = TransactionError::data_timeout;
    } else if (end < blocks_asked_) {
        return plan_read();
    }
    if (error != TransactionError::none) {
        fail(error);
    }
    current_->blocks = current_->error == TransactionError::none ? good : std::min(good, end);
    data_free_ = data_end_ + clocks(bus_.parameters().n_rc);
    leave_read(times_out_ ? good : end);
    finish_at(std::max(data_end_, response_end_));
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
        const LineCrcs others = line_crcs(scratch_, setting.width, setting.ddr);
        for (std::size_t i = 0; i < bytes.size(); ++i) {
            bytes[i] &= scratch_[i];
        }
        for (std::size_t edge = 0; edge < crcs.size(); ++edge) {
            for (std::size_t line = 0; line < crcs[edge].size(); ++line) {
                crcs[edge][line] &= others[edge][line];
            }
        }
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

/// The host takes no more than `blocks`; the device sends what its block count says.
void HostController::leave_read(unsigned blocks) {
    for (Device* device : bus_.selected()) {
        if (!device->is_sending()) {
            continue;
        }
        SimTime all_sent = data_end_;
        for (unsigned block = blocks; all_sent != never && block < device->blocks_counted();
             ++block) {
            const auto access = device->read_access(block);
            const Picoseconds pitch = clocks(bus_.parameters().n_ac + block_length());
            all_sent = access ? std::max(all_sent, agenda_.now() + *access) + pitch : never;
        }
        device->blocks_sent(blocks, all_sent, agenda_.now());
    }
}

void HostController::plan_write() {
    const BusParameters& p = bus_.parameters();
    const Cycles answer = p.n_crc + crc_status_clocks;
    unsigned wanted = 0;
    for (const Device* device : bus_.selected()) {
        const bool agree =
            device->width() == bus_.setting().width && device->ddr() == bus_.setting().ddr;
        wanted = std::max(wanted, agree ? device->blocks_wanted() : 0);
    }
    planned_ = std::min(blocks_per_step(), wanted);
    times_out_ = planned_ == 0;
    const Picoseconds pitch = clocks(p.n_wr + block_length() + answer);
    for (unsigned i = 0; i < std::max(planned_, 1U); ++i) {
        block_starts_.push_back(data_end_ + clocks(p.n_wr));
        data_end_ += pitch;
    }
    if (times_out_) {
        data_end_ += clocks(p.crc_status_timeout) - clocks(answer);
    }
    phase_ = Phase::write;
    alarm_.arm(data_end_);
}

void HostController::end_write() {
    const auto end = static_cast<unsigned>(block_starts_.size());
    usage_.clocks.write_blocks += std::max(planned_, 1U) * block_length();
    usage_.clocks.crc_status += planned_ * crc_status_clocks;
    data_free_ = data_end_ + clocks(bus_.parameters().n_rc);
    if (times_out_) {
        for (Device* device : bus_.selected()) {
            device->block_dropped();
        }
        return fail_write(TransactionError::no_crc_status);
    }
    const unsigned first = end - planned_;
    const auto bytes = current_->write_data.subspan(first * block_bytes, planned_ * block_bytes);
    const TransactionError error = deliver_blocks(first, bytes);
    if (error == TransactionError::no_crc_status) {
        // It would have been over by now; the host waits a little longer.
        data_end_ = std::max(
            agenda_.now(),
            block_starts_.back() + clocks(block_length() + bus_.parameters().crc_status_timeout));
    }
    if (error != TransactionError::none) {
        return fail_write(error);
    }
    current_->blocks = end;
    if (end == blocks_asked_) {
        return wait_while_busy(data_end_);
    }
    await_next_write();
}

/// More blocks than the device was promised: it may hold DAT0 until it has programmed the others.
void HostController::await_next_write() {
    SimTime free = data_end_;
    for (Device* device : bus_.selected()) {
        free = std::max(free, device->busy_until(agenda_.now()));
    }
    const SimTime limit = data_end_ + bus_.parameters().busy_timeout;
    if (free > limit) {
        data_end_ = limit;
        return fail_write(TransactionError::busy_timeout);
    }
    data_end_ = bus_.clock().next_edge(free);
    plan_write();
}

void HostController::fail_write(TransactionError error) {
    fail(error);
    data_free_ = data_end_ + clocks(bus_.parameters().n_rc);
    finish_at(data_end_);
}

/// The devices answer 010 and take the blocks, or 101.
TransactionError HostController::deliver_blocks(unsigned first,
                                                std::span<const std::uint8_t> bytes) {
    const BusSetting& setting = bus_.setting();
    if (bus_.selected().front()->is_mute()) {
        return TransactionError::no_crc_status;  // it went away meanwhile
    }
    bool accepted = true;
    const bool careful = must_be_careful();
    if (careful) {
        // One block; the receiver sees what is left of it.
        scratch_.assign(bytes.begin(), bytes.end());
        const LineCrcs crcs = line_crcs(scratch_, setting.width, setting.ddr);
        if (const auto fault = bus_.faults().find(FaultKind::data_crc, first)) {
            flip_bit(scratch_, *fault, setting.width);
        }
        accepted =
            inspect(scratch_, crcs, setting.width, setting.ddr,
                    bus_.faults().find(FaultKind::data_end_bit, first)) == BlockVerdict::good;
    }
    if (!bus_.observers().empty()) {
        show_written(first, bytes, accepted);
    }
    for (Device* device : bus_.selected()) {
        if (accepted) {
            device->blocks_received(bytes, agenda_.now());
        } else {
            device->block_refused();
        }
    }
    if (bus_.faults().find(FaultKind::no_crc_status, first)) {
        return TransactionError::no_crc_status;
    }
    return accepted ? TransactionError::none : TransactionError::crc_status;
}

void HostController::show_written(unsigned first, std::span<const std::uint8_t> bytes,
                                  bool accepted) {
    const BusSetting& setting = bus_.setting();
    for (; !bytes.empty(); bytes = bytes.subspan(block_bytes), ++first) {
        const auto block = bytes.first(block_bytes);
        const SimTime start = block_starts_[first];
        const SimTime end = start + clocks(block_length());
        const SimTime status = end + clocks(bus_.parameters().n_crc);
        const LineCrcs crcs = line_crcs(block, setting.width, setting.ddr);
        for (BusObserver* observer : bus_.observers()) {
            observer->block({true, {}, block, crcs, start, end});
            for (const Device* device : bus_.selected()) {
                observer->crc_status(*device, accepted, status, status + clocks(crc_status_clocks));
            }
        }
    }
}

}  // namespace lookaside::emmc
