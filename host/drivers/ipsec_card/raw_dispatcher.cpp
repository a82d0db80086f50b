// SPDX-License-Identifier: Apache-2.0
#include "host/drivers/ipsec_card/raw_dispatcher.h"

#include <algorithm>

namespace lookaside::drivers::ipsec_card {

namespace sheet = datasheet::ipsec_card;
using crypto_api::AeadRequest;
using crypto_api::Status;

namespace {

std::size_t slots_of(const AeadRequest& request) {
    return (request.payload.size() + sheet::slot_bytes - 1) / sheet::slot_bytes;
}

}  // namespace

void RawDispatcher::run() {
    while (AeadRequest* request = card_.requests.pop()) {
        const Status status = process(*request);
        card_.callbacks.append(*request, status);
    }
}

Status RawDispatcher::process(AeadRequest& request) {
    const RawTransfer transfer = card_.parameters.raw_transfer;
    os::DmaMapper& dma = card_.kernel.dma();
    card_.kernel.spend(os::Cost::allocation);
    bind_slots(request);
    const std::uint64_t bus = dma.map_single(request.payload, os::DmaDirection::bidirectional);
    const auto length = static_cast<std::uint32_t>(request.payload.size());
    request.timeline.stamp(Moment::h2c_requested, card_.kernel.now());

    Status status = Status::ok;
    if (transfer != RawTransfer::c2h) {
        status =
            move(card_.h2c(), h2c_stamps_, {bus, sheet::inbound_ram, length}, request.timeline);
    }
    if (transfer == RawTransfer::both && status == Status::ok) {
        std::ranges::fill(request.payload, std::uint8_t{0});
    }
    if (transfer != RawTransfer::h2c && status == Status::ok) {
        const std::uint64_t from =
            transfer == RawTransfer::both ? sheet::inbound_ram : sheet::outbound_ram;
        status = move(card_.c2h(), c2h_stamps_, {bus, from, length}, request.timeline);
    }

    dma.unmap_single(bus, length, os::DmaDirection::bidirectional);
    release_slots(request);
    card_.kernel.spend(os::Cost::free);
    return status;
}

Status RawDispatcher::move(xdma::XdmaEngine& engine, TransferStamps& stamps,
                           const xdma::Segment& block, Timeline& timeline) {
    stamps.clear();
    stamps.add(timeline);
    const xdma::DmaStatus status =
        engine.submit({&block, 1}, card_.parameters.dma_timeout, &stamps);
    stamps.woken(card_.kernel.now());
    return status_of(status);
}

void RawDispatcher::bind_slots(AeadRequest& request) {
    for (std::size_t slot = 0; slot < slots_of(request); ++slot) {
        card_.timelines.bind(slot, request.timeline);
    }
}

void RawDispatcher::release_slots(const AeadRequest& request) {
    for (std::size_t slot = 0; slot < slots_of(request); ++slot) {
        card_.timelines.release(slot);
    }
}

}  // namespace lookaside::drivers::ipsec_card
