// SPDX-License-Identifier: Apache-2.0
// How the host controller writes blocks.
#include <algorithm>

#include "models/emmc/host_controller.h"
#include "models/emmc/wire_block.h"

namespace lookaside::emmc {

void HostController::plan_write() {
    const BusParameters& p = bus_.parameters();
    const Cycles answer = p.n_crc + crc_status_clocks;
    unsigned wanted = 0;
    for (const Device* device : bus_.selected()) {
        const bool agree =
            device->width() == bus_.setting().width && device->ddr() == bus_.setting().ddr;
        wanted = std::max(wanted, agree ? device->blocks_wanted() : 0);
    }
    planned_ = std::min(must_be_careful() ? 1 : blocks_asked_ - moved_, wanted);
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
    usage_.clocks.write_blocks += std::max(planned_, 1U) * block_length();
    usage_.clocks.crc_status += planned_ * crc_status_clocks;
    data_free_ = data_end_ + clocks(bus_.parameters().n_rc);
    if (times_out_) {
        for (Device* device : bus_.selected()) {
            device->block_dropped();
        }
        return fail_write(TransactionError::no_crc_status);
    }
    const auto bytes = current_->write_data.subspan(moved_ * block_bytes, planned_ * block_bytes);
    const TransactionError error = deliver_blocks(moved_, bytes);
    if (error == TransactionError::no_crc_status) {
        // It would have been over by now; the host waits a little longer.
        data_end_ = std::max(
            agenda_.now(),
            block_starts_.back() + clocks(block_length() + bus_.parameters().crc_status_timeout));
    }
    if (error != TransactionError::none) {
        return fail_write(error);
    }
    moved_ += planned_;
    current_->blocks = moved_;
    if (moved_ == blocks_asked_) {
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
