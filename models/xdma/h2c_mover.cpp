// SPDX-License-Identifier: Apache-2.0
// Host to card: memory reads over the link, writes on the AXI master.
#include "models/xdma/h2c_mover.h"

#include <algorithm>

#include "base/error.h"

namespace lookaside::xdma {

namespace status = datasheet::xdma::status;

H2cMover::H2cMover(const Wiring& wiring, MoverListener& listener)
    : wire_(wiring),
      listener_(listener),
      requester_id_(wiring.requester.add(*this)),
      axi_id_(wiring.arbiter.add(*this)),
      resume_(wiring.agenda, AlarmPriority::completion,
              [this] { wire_.requester.request(requester_id_); }) {}

void H2cMover::take(const Descriptor& descriptor, bool fixed_address) {
    aborted_ = false;
    transfers_.push_back(
        {descriptor.source, descriptor.destination, descriptor.length, 0, 0, fixed_address});
    wire_.requester.request(requester_id_);
}

void H2cMover::abort() {
    aborted_ = true;
    transfers_.clear();
    requesting_ = 0;
    resume_.disarm();
    drop_complete();
}

pcie::Turn H2cMover::take_turn() {
    if (requesting_ == transfers_.size() || reads_.size() == wire_.parameters.outstanding_reads) {
        return pcie::Turn::nothing;
    }
    const SimTime now = wire_.agenda.now();
    if (now < next_request_at_) {
        resume_.arm(next_request_at_);
        return pcie::Turn::nothing;
    }
    Transfer& transfer = transfers_[requesting_];
    const std::uint64_t address = transfer.source + transfer.requested;
    const Bytes length = std::min({transfer.length - transfer.requested,
                                   wire_.config.max_read_request(), to_page_end(address)});
    if (!reserve(length)) {
        return pcie::Turn::nothing;
    }
    const auto tag = wire_.requester.read(*this, address, length);
    if (!tag) {
        return pcie::Turn::refused;
    }
    reserved_ += length;
    Read& read = reads_.push();
    read.tag = *tag;
    read.length = length;
    read.received = 0;
    read.delivered = 0;
    read.complete = false;
    read.bytes.resize(length);
    transfer.requested += length;
    if (transfer.requested == transfer.length) {
        ++requesting_;
    }
    next_request_at_ = wire_.clock.edge_after(now, wire_.parameters.cycles.request_interval);
    return pcie::Turn::sent;
}

/// True if the buffer has `length` bytes free; otherwise sees to it that the next release resumes.
bool H2cMover::reserve(Bytes length) {
    const SimTime now = wire_.agenda.now();
    while (!releases_.empty() && releases_.front().at <= now) {
        reserved_ -= releases_.front().bytes;
        releases_.pop();
    }
    // One request always fits an empty buffer, however small the buffer is set.
    if (reserved_ == 0 || reserved_ + length <= wire_.parameters.read_buffer) {
        return true;
    }
    if (!releases_.empty()) {
        resume_.arm(releases_.front().at);
    }
    return false;
}

H2cMover::Read& H2cMover::find(pcie::ReadTag tag) {
    for (std::size_t i = 0; i < reads_.size(); ++i) {
        if (reads_[i].tag == tag && !reads_[i].complete) {
            return reads_[i];
        }
    }
    throw SimulationError("XDMA: data completion for a read that was not made");
}

void H2cMover::read_data(pcie::ReadTag tag, Bytes offset, std::span<const std::uint8_t> data,
                         bool last) {
    Read& read = find(tag);
    std::copy(data.begin(), data.end(), read.bytes.begin() + static_cast<std::ptrdiff_t>(offset));
    read.received = offset + data.size();
    read.complete = last;
    if (aborted_) {
        drop_complete();
    } else if (wants_burst()) {
        wire_.arbiter.request(axi_id_);
    }
}

void H2cMover::read_failed(pcie::ReadTag tag, pcie::CompletionStatus completion) {
    find(tag).complete = true;
    std::uint32_t bits = status::read_completer_abort;  // also for a completion that never came
    if (completion == pcie::CompletionStatus::unsupported_request) {
        bits = status::read_unsupported_request;
    } else if (completion == pcie::CompletionStatus::poisoned) {
        bits = status::read_poisoned;
    }
    fail(bits);
}

void H2cMover::fail(std::uint32_t status_bits) {
    if (!aborted_) {
        aborted_ = true;
        listener_.move_failed(status_bits);
    }
    abort();
}

/// After an abort: forgets the reads that came back.
void H2cMover::drop_complete() {
    const std::size_t before = reads_.size();
    while (!reads_.empty() && reads_.front().complete) {
        reserved_ -= reads_.front().length;
        reads_.pop();
    }
    if (before != 0 && reads_.empty()) {
        listener_.mover_drained();
    }
}

bool H2cMover::wants_burst() const {
    return !aborted_ && !reads_.empty() && reads_.front().received > reads_.front().delivered;
}

SimTime H2cMover::burst(SimTime start) {
    Read& read = reads_.front();
    Transfer& transfer = transfers_.front();
    const Bytes width = wire_.parameters.axi.width_bytes();
    const std::uint64_t address =
        transfer.fixed_address ? transfer.destination : transfer.destination + transfer.delivered;
    Bytes length = std::min(read.received - read.delivered, wire_.config.axi_max_payload());
    if (!transfer.fixed_address) {
        length = std::min(length, to_page_end(address));
    }
    const bool ends_transfer = transfer.delivered + length == transfer.length;
    const std::uint64_t position = transfer.fixed_address ? transfer.delivered : address;
    const Cycles beats = beats_completed(position, length, width, ends_transfer);

    const SimTime now = wire_.agenda.now();
    Picoseconds delay = start - now;
    const AxiResponse response =
        wire_.axi.write(address, std::span(read.bytes).subspan(read.delivered, length),
                        transfer.fixed_address ? std::min(width, length) : length, delay);
    const SimTime end = std::max(start + wire_.clock.span(beats), now + delay);
    listener_.beats_moved(beats, length);
    if (response != AxiResponse::okay) {
        fail(response == AxiResponse::decode_error ? status::write_axi_decode_error
                                                   : status::write_axi_slave_error);
        return end;
    }
    read.delivered += length;
    transfer.delivered += length;
    if (read.delivered == read.length) {
        releases_.push_back({end, read.length});
        reads_.pop();
        wire_.requester.request(requester_id_);
    }
    if (ends_transfer) {
        transfers_.pop();
        --requesting_;
        listener_.descriptor_moved(end);
    }
    return end;
}

std::string H2cMover::waits_for() const {
    if (drained()) {
        return {};
    }
    if (!reads_.empty()) {
        return std::to_string(reads_.size()) + " data reads outstanding";
    }
    return "transmit queue, tag or buffer space for a data read";
}

}  // namespace lookaside::xdma
