// SPDX-License-Identifier: Apache-2.0
// Card to host: reads on the AXI master, memory writes over the link.
#include "models/xdma/c2h_mover.h"

#include <algorithm>

namespace lookaside::xdma {

namespace status = datasheet::xdma::status;

C2hMover::C2hMover(const Wiring& wiring, MoverListener& listener)
    : wire_(wiring),
      listener_(listener),
      requester_id_(wiring.requester.add(*this)),
      axi_id_(wiring.arbiter.add(*this)),
      ready_(wiring.agenda, AlarmPriority::completion,
             [this] { wire_.requester.request(requester_id_); }) {}

void C2hMover::take(const Descriptor& descriptor, bool fixed_address) {
    transfers_.push_back(
        {descriptor.source, descriptor.destination, descriptor.length, 0, fixed_address});
    wire_.arbiter.request(axi_id_);
}

void C2hMover::abort() {
    transfers_.clear();
    writes_.clear();
    reading_ = 0;
    ready_.disarm();
}

bool C2hMover::wants_burst() const {
    return reading_ < transfers_.size() && writes_.size() < wire_.parameters.outstanding_writes;
}

SimTime C2hMover::burst(SimTime start) {
    Transfer& transfer = transfers_[reading_];
    const std::uint64_t destination = transfer.destination + transfer.read;
    const Bytes length = std::min(
        {transfer.length - transfer.read, wire_.config.max_payload(), to_page_end(destination)});
    const bool ends_transfer = transfer.read + length == transfer.length;
    const std::uint64_t position =
        transfer.fixed_address ? transfer.read : transfer.source + transfer.read;
    const Cycles beats =
        beats_completed(position, length, wire_.parameters.axi.width_bytes(), ends_transfer);

    Write& write = writes_.push();
    write.destination = destination;
    write.ends_transfer = ends_transfer;
    write.bytes.resize(length);
    const SimTime now = wire_.agenda.now();
    Picoseconds delay = start - now;
    write.response = read_axi(transfer, write.bytes, delay);
    const SimTime end = std::max(start + wire_.clock.span(beats), now + delay);
    write.ready_at = end + wire_.clock.span(wire_.parameters.cycles.axi_to_request);
    listener_.beats_moved(beats, length);

    transfer.read += length;
    if (ends_transfer) {
        ++reading_;
    }
    if (writes_.size() == 1) {
        ready_.arm(write.ready_at);
    }
    return end;
}

/// One read per 4 KB page of AXI address space that the bytes touch.
AxiResponse C2hMover::read_axi(const Transfer& transfer, std::span<std::uint8_t> bytes,
                               Picoseconds& delay) {
    if (transfer.fixed_address) {
        return wire_.axi.read(transfer.source, bytes,
                              std::min<Bytes>(wire_.parameters.axi.width_bytes(), bytes.size()),
                              delay);
    }
    AxiResponse response = AxiResponse::okay;
    std::uint64_t address = transfer.source + transfer.read;
    while (!bytes.empty() && response == AxiResponse::okay) {
        const Bytes length = std::min<Bytes>(bytes.size(), to_page_end(address));
        response = wire_.axi.read(address, bytes.first(length), length, delay);
        bytes = bytes.subspan(length);
        address += length;
    }
    return response;
}

pcie::Turn C2hMover::take_turn() {
    if (writes_.empty()) {
        return pcie::Turn::nothing;
    }
    Write& write = writes_.front();
    if (write.ready_at > wire_.agenda.now()) {
        if (!ready_.is_armed()) {
            ready_.arm(write.ready_at);
        }
        return pcie::Turn::nothing;
    }
    if (write.response != AxiResponse::okay) {
        const bool decode = write.response == AxiResponse::decode_error;
        abort();
        listener_.move_failed(decode ? status::read_axi_decode_error
                                     : status::read_axi_slave_error);
        return pcie::Turn::nothing;
    }
    if (!wire_.requester.write(write.destination, write.bytes)) {
        return pcie::Turn::refused;
    }
    const bool ends_transfer = write.ends_transfer;
    writes_.pop();
    wire_.arbiter.request(axi_id_);
    if (ends_transfer) {
        transfers_.pop();
        --reading_;
        listener_.descriptor_moved(wire_.agenda.now());
    }
    return pcie::Turn::sent;
}

std::string C2hMover::waits_for() const {
    if (drained()) {
        return {};
    }
    return writes_.empty() ? "AXI read grant" : "transmit queue for a data write";
}

}  // namespace lookaside::xdma
