// SPDX-License-Identifier: Apache-2.0
#include "host/drivers/ipsec_card/pipelined_dispatcher.h"

#include <algorithm>
#include <bit>
#include <optional>

namespace lookaside::drivers::ipsec_card {

using crypto_api::AeadRequest;
using crypto_api::Status;

namespace {

/// Calls visit(slot) for every slot of a mask, lowest first.
template <typename Visitor>
void for_each_slot(std::uint32_t slots, Visitor&& visit) {
    for (; slots != 0; slots &= slots - 1) {
        visit(static_cast<unsigned>(std::countr_zero(slots)));
    }
}

}  // namespace

PipelinedDispatcher::PipelinedDispatcher(const CardContext& card)
    : card_(card),
      pool_(card.registers),
      interrupt_(card.kernel, card.xdma, card.registers,
                 [&worker = card.worker] { worker.schedule(); }),
      load_(card.kernel, card.h2c(), [&worker = card.worker] { worker.schedule(); }),
      fetch_(card.kernel, card.c2h(), [&worker = card.worker] { worker.schedule(); }),
      watchdog_(card.kernel, std::min(card.parameters.dma_timeout, card.parameters.core_timeout),
                [&worker = card.worker] { worker.schedule(); }) {
    for (unsigned slot = 0; slot < datasheet::ipsec_card::slot_count; ++slot) {
        slots_.push_back({TransportRequest(card.kernel, slot)});
    }
}

void PipelinedDispatcher::run() {
    // The core first: everything after this line overlaps with its work.
    start_loaded();
    collect_done();
    if (watchdog_.take_expired()) {
        check_deadlines();
    }
    finish_fetched();
    fetch_done();
    load_new();
    if (in_flight()) {
        watchdog_.keep_armed();
    }
}

void PipelinedDispatcher::start_loaded() {
    if (!load_.has_result()) {
        return;
    }
    const auto [dma_status, loaded] = load_.take_result();
    if (dma_status != xdma::DmaStatus::ok) {
        finish_all(loaded, status_of(dma_status));
        return;
    }
    const SimTime now = card_.kernel.now();
    std::uint32_t mask = 0;
    for (const unsigned slot : loaded) {
        slots_[slot].transport.request().timeline.stamp(Moment::core_doorbell, now);
        slots_[slot].deadline = now + card_.parameters.core_timeout;
        mask |= slot_bit(slot);
    }
    running_ |= mask;
    card_.registers.start(mask);
}

void PipelinedDispatcher::collect_done() {
    if (!interrupt_.raised()) {
        return;
    }
    const SimTime woken = card_.kernel.now();
    interrupt_.collect([&](const DoneInterrupt::Collected& collected) {
        // Slots in quarantine may be among the done ones; nobody waits for those.
        const std::uint32_t finished = collected.done & running_;
        running_ &= ~finished;
        for_each_slot(finished, [&](unsigned slot) {
            stamp_core_done(slots_[slot].transport.request().timeline, collected.interrupt, woken,
                            collected.read);
            const Status status = card_.registers.status_of(slot, collected.failed);
            if (status == Status::ok) {
                done_.push_back(slot);
            } else {
                finish(slot, status);
            }
        });
    });
}

void PipelinedDispatcher::check_deadlines() {
    load_.check_deadline();
    fetch_.check_deadline();
    for_each_slot(running_, [&](unsigned slot) {
        if (card_.kernel.now() >= slots_[slot].deadline) {
            running_ &= ~slot_bit(slot);
            finish(slot, Status::timed_out);
        }
    });
    start_loaded();
}

void PipelinedDispatcher::finish_fetched() {
    if (fetch_.has_result()) {
        const auto [dma_status, fetched] = fetch_.take_result();
        finish_all(fetched, status_of(dma_status));
    }
}

void PipelinedDispatcher::fetch_done() {
    if (done_.empty() || !fetch_.is_free()) {
        return;
    }
    std::ranges::sort(done_, {}, [this](unsigned slot) { return slots_[slot].sequence; });
    for (const unsigned slot : done_) {
        fetch_.add(slots_[slot].transport);
    }
    done_.clear();
    fetch_.send(card_.parameters.dma_timeout);
}

void PipelinedDispatcher::load_new() {
    if (!load_.is_free()) {
        return;
    }
    while (!card_.requests.empty()) {
        const std::optional<unsigned> slot = pool_.acquire();
        if (!slot && (in_flight() || !done_.empty())) {
            break;  // a slot will come back
        }
        AeadRequest* request = card_.requests.pop();
        if (!slot) {
            card_.callbacks.append(*request, Status::io_error);
            continue;
        }
        card_.timelines.bind(*slot, request->timeline);
        slots_[*slot].sequence = next_sequence_++;
        TransportRequest& transport = slots_[*slot].transport;
        transport.prepare(*request);
        request->timeline.stamp(Moment::h2c_requested, card_.kernel.now());
        load_.add(transport);
    }
    if (!load_.is_free()) {
        load_.send(card_.parameters.dma_timeout);
    }
}

void PipelinedDispatcher::finish(unsigned slot, Status status) {
    TransportRequest& transport = slots_[slot].transport;
    AeadRequest& request = transport.request();
    transport.release();
    card_.timelines.release(slot);
    // A core that has not answered may still write the slot.
    if (status == Status::timed_out) {
        pool_.quarantine(slot);
    } else {
        pool_.release(slot);
    }
    card_.callbacks.append(request, status);
}

void PipelinedDispatcher::finish_all(const std::vector<unsigned>& slots, Status status) {
    for (const unsigned slot : slots) {
        finish(slot, status);
    }
}

}  // namespace lookaside::drivers::ipsec_card
