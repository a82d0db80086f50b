// SPDX-License-Identifier: Apache-2.0
#include "host/drivers/xdma/engine.h"

#include <algorithm>

namespace lookaside::drivers::xdma {

namespace sheet = datasheet::xdma;

XdmaEngine::XdmaEngine(os::Kernel& kernel, os::Mmio& config_bar, Direction direction,
                       unsigned channel)
    : kernel_(kernel),
      direction_(direction),
      channel_(channel),
      name_("xdma." + std::string(direction == Direction::h2c ? "h2c" : "c2h") +
            std::to_string(channel)),
      registers_(config_bar, direction, channel),
      descriptor_mutex_(kernel.make_mutex(name_ + ".desc_lock")),
      lock_(kernel.make_spin_lock(name_ + ".lock")),
      sleeper_(kernel.make_wait_queue(name_ + ".transfer")),
      ring_(kernel.dma()) {
    registers_.write(sheet::channel::control_w1c,
                     sheet::control::run | sheet::control::non_incremental_address);
    // The vendor's driver keeps alignment rules from here; in AXI4-MM mode any alignment goes.
    registers_.read(sheet::channel::alignments);
}

void XdmaEngine::use(CompletionPolicy& policy) {
    policy_ = &policy;
    policy.program();
}

DmaStatus XdmaEngine::submit(std::span<const Segment> segments, Picoseconds timeout,
                             TransferObserver* observer) {
    kernel_.spend(os::Cost::allocation);
    descriptor_mutex_->lock();
    DmaStatus status = DmaStatus::ok;
    while (!segments.empty() && status == DmaStatus::ok) {
        const std::size_t count = std::min<std::size_t>(segments.size(), ring_.room());
        status = count == 0 ? DmaStatus::busy : run_chunk(segments.first(count), timeout, observer);
        segments = segments.subspan(count);
    }
    descriptor_mutex_->unlock();
    kernel_.spend(os::Cost::free);
    return status;
}

DmaStatus XdmaEngine::run_chunk(std::span<const Segment> segments, Picoseconds timeout,
                                TransferObserver* observer) {
    Transfer transfer;
    transfer.observer = observer;
    {
        const os::IrqSaveGuard guard(*lock_);
        prepare(transfer, segments);
    }
    {
        const os::IrqSaveGuard guard(*lock_);
        queue(transfer);
    }
    policy_->transfer_queued();

    const auto ended = [&] { return transfer.state != TransferState::submitted; };
    if (timeout == Picoseconds{0}) {
        sleeper_->wait_event(ended);
    } else if (!sleeper_->wait_event_timeout(ended, timeout)) {
        const os::IrqSaveGuard guard(*lock_);
        if (!ended()) {
            drop(transfer);
        }
    }

    const os::IrqSaveGuard guard(*lock_);
    ring_.release(transfer.block);
    switch (transfer.state) {
        case TransferState::completed:
            return DmaStatus::ok;
        case TransferState::aborted:
            return DmaStatus::timed_out;
        default:
            return DmaStatus::failed;
    }
}

DmaStatus XdmaEngine::submit_nowait(AsyncRequest& request, std::span<const Segment> segments) {
    const os::IrqSaveGuard guard(*lock_);
    if (!ring_.has_free(static_cast<std::uint32_t>(segments.size()))) {
        return DmaStatus::busy;
    }
    // Both parts exist before the first may run, so that the request cannot end too early.
    const std::size_t first = std::min<std::size_t>(segments.size(), ring_.room());
    Transfer& head = request.add_transfer();
    prepare(head, segments.first(first));
    Transfer* tail = nullptr;
    if (first < segments.size()) {
        tail = &request.add_transfer();
        prepare(*tail, segments.subspan(first));
    }
    queue(head);
    if (tail != nullptr) {
        queue(*tail);
    }
    return DmaStatus::ok;
}

void XdmaEngine::abort(AsyncRequest& request) {
    const os::IrqSaveGuard guard(*lock_);
    for (Transfer& transfer : request.transfers_) {
        if (transfer.state == TransferState::submitted) {
            drop(transfer);
            ring_.release(transfer.block);
            request.transfer_ended(DmaStatus::timed_out);
        }
    }
    resume();
}

void XdmaEngine::prepare(Transfer& transfer, std::span<const Segment> segments) {
    kernel_.spend(os::Cost::descriptor, segments.size());
    transfer.block = ring_.append(direction_, segments);
}

void XdmaEngine::queue(Transfer& transfer) {
    kernel_.spend(os::Cost::list_operation);
    transfer.state = TransferState::submitted;
    transfers_.push_back(&transfer);
    if (!running_) {
        start();
    }
}

void XdmaEngine::start() {
    const Transfer& transfer = *transfers_.front();
    running_ = true;
    registers_.write_sgdma(sheet::sgdma::first_descriptor_lo,
                           static_cast<std::uint32_t>(transfer.block.bus));
    registers_.write_sgdma(sheet::sgdma::first_descriptor_hi,
                           static_cast<std::uint32_t>(transfer.block.bus >> 32));
    registers_.write_sgdma(sheet::sgdma::first_descriptor_adjacent, transfer.block.adjacent);
    if (transfer.observer != nullptr) {
        transfer.observer->doorbell(kernel_.now());
    }
    registers_.write(sheet::channel::control, sheet::control::run | policy_->control_bits());
    // The vendor's driver reads twice: to flush the posted writes, then for the engine's status.
    registers_.read(sheet::channel::status);
    registers_.read(sheet::channel::status);
}

void XdmaEngine::stop() {
    registers_.write(sheet::channel::control, policy_->control_bits());
    running_ = false;
}

void XdmaEngine::completion_seen() {
    if (!transfers_.empty() && transfers_.front()->observer != nullptr) {
        transfers_.front()->observer->completion_seen(kernel_.now());
    }
}

void XdmaEngine::service(std::optional<std::uint32_t> write_back) {
    if (!running_) {
        return;
    }
    std::uint32_t status = 0;
    std::uint32_t count = 0;
    if (write_back && (*write_back & sheet::write_back::error) == 0) {
        count = *write_back & sheet::write_back::count_mask;
    } else {
        status = registers_.read(sheet::channel::status_rc);
        count = registers_.read(sheet::channel::completed_descriptor_count);
    }
    // A run ends at the Stop of its one transfer, so only the first can be concerned; the count
    // starts anew with each run.
    const bool error = (status & sheet::status::any_error) != 0;
    const bool complete = count == transfers_.front()->block.count;
    const bool busy = !write_back && (status & sheet::status::busy) != 0;
    if (busy && !error && !complete) {
        return;
    }
    stop();
    if (complete && !error) {
        end_head(TransferState::completed, DmaStatus::ok);
    } else {
        end_head(TransferState::failed, DmaStatus::failed);
    }
    resume();
}

void XdmaEngine::end_head(TransferState state, DmaStatus status) {
    kernel_.spend(os::Cost::list_operation);
    Transfer& transfer = *transfers_.front();
    transfers_.pop_front();
    transfer.state = state;
    if (transfer.owner == nullptr) {
        sleeper_->wake_up();
        return;
    }
    ring_.release(transfer.block);
    transfer.owner->transfer_ended(status);
}

void XdmaEngine::drop(Transfer& transfer) {
    registers_.read(sheet::channel::status);
    const bool runs = transfers_.front() == &transfer;
    std::erase(transfers_, &transfer);
    transfer.state = TransferState::aborted;
    if (runs) {
        stop();
    }
}

void XdmaEngine::resume() {
    if (!running_ && !transfers_.empty()) {
        start();
    }
}

}  // namespace lookaside::drivers::xdma
