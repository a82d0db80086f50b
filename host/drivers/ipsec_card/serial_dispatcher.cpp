// SPDX-License-Identifier: Apache-2.0
#include "host/drivers/ipsec_card/serial_dispatcher.h"

#include <optional>
#include <utility>

namespace lookaside::drivers::ipsec_card {

using crypto_api::AeadRequest;
using crypto_api::Status;

SerialDispatcher::SerialDispatcher(const CardContext& card, std::unique_ptr<CoreWait> core_wait)
    : card_(card), core_wait_(std::move(core_wait)), slots_(card.registers) {
    for (unsigned slot = 0; slot < datasheet::ipsec_card::slot_count; ++slot) {
        transports_.emplace_back(card.kernel, slot);
    }
}

void SerialDispatcher::run() {
    while (AeadRequest* request = card_.requests.pop()) {
        const Status status = process(*request);
        card_.callbacks.append(*request, status);
    }
}

Status SerialDispatcher::process(AeadRequest& request) {
    const std::optional<unsigned> slot = slots_.acquire();
    if (!slot) {
        return Status::io_error;
    }
    TransportRequest& transport = transports_[*slot];
    Timeline& timeline = request.timeline;
    card_.timelines.bind(*slot, timeline);
    transport.prepare(request);
    timeline.stamp(Moment::h2c_requested, card_.kernel.now());

    segments_.clear();
    transport.append_h2c(segments_);
    Status status = move(card_.h2c(), h2c_stamps_, timeline);
    bool card_holds_slot = false;
    if (status == Status::ok) {
        status = encipher(*slot, timeline);
        card_holds_slot = status == Status::timed_out;
    }
    if (status == Status::ok) {
        segments_.clear();
        transport.append_c2h(segments_);
        status = move(card_.c2h(), c2h_stamps_, timeline);
    }

    transport.release();
    card_.timelines.release(*slot);
    if (card_holds_slot) {
        slots_.quarantine(*slot);
    } else {
        slots_.release(*slot);
    }
    return status;
}

Status SerialDispatcher::move(xdma::XdmaEngine& engine, TransferStamps& stamps,
                              Timeline& timeline) {
    stamps.clear();
    stamps.add(timeline);
    const xdma::DmaStatus status = engine.submit(segments_, card_.parameters.dma_timeout, &stamps);
    stamps.woken(card_.kernel.now());
    return status_of(status);
}

Status SerialDispatcher::encipher(unsigned slot, Timeline& timeline) {
    timeline.stamp(Moment::core_doorbell, card_.kernel.now());
    card_.registers.start(slot_bit(slot));
    return core_wait_->wait(slot, timeline);
}

}  // namespace lookaside::drivers::ipsec_card
