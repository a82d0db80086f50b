// SPDX-License-Identifier: Apache-2.0
#include "host/stacks/esp/esp_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/error.h"

namespace lookaside::esp {
namespace {

using crypto_api::Status;
using crypto_api::Submit;

constexpr std::uint32_t first_usable_spi = 256;  // RFC 4303 section 2.1

// A refused sender looks again at the latest after this long, because the room may be taken up by
// others, whose completions do not wake it. One tick of a kernel with HZ = 1000.
constexpr Picoseconds retry_interval = 1_ms;

}  // namespace

EspOutput::EspOutput(os::Kernel& kernel, crypto_api::AeadProvider& provider, SecurityAssociation sa,
                     FullQueue full_queue, Sink sink, os::Cost stack_work)
    : kernel_(kernel),
      provider_(provider),
      tunnel_(std::move(sa)),
      full_queue_(full_queue),
      sink_(std::move(sink)),
      stack_work_(stack_work),
      lifetime_(tunnel_.sa().soft_lifetime, tunnel_.sa().hard_lifetime),
      pool_(kernel.dma(), [this](Packet& packet, Status status) { on_complete(packet, status); }),
      state_lock_(kernel.make_spin_lock("xfrm_state")),
      room_(kernel.make_wait_queue("esp_output")) {
    if (tunnel_.sa().spi < first_usable_spi) {
        throw InputError(fmt::format("ESP SPI {}: 0 to 255 are reserved, give {} or more",
                                     tunnel_.sa().spi, first_usable_spi));
    }
}

void EspOutput::init_state() {
    const crypto_api::KeyHandle key = provider_.set_key(tunnel_.provider_key());
    pool_.configure(tunnel_.layout(largest_inner()).total_bytes(), key,
                    crypto_api::Direction::encrypt, full_queue_ == FullQueue::wait);
}

Bytes EspOutput::largest_inner() const {
    const PacketLayout empty = tunnel_.layout(0);
    const Bytes around = empty.payload_offset() + empty.icv_bytes();
    return esp::largest_inner(std::min(provider_.max_payload(), largest_ip_packet - around),
                              sizes_of(tunnel_.sa().suite).alignment);
}

bool EspOutput::output(std::span<const std::uint8_t> inner, std::uint64_t cookie) {
    kernel_.spend(stack_work_);
    if (!next_header_of(inner) || inner.size() > largest_inner()) {
        ++counters_.unsendable;
        return false;
    }
    Packet* packet = take_packet(inner.size());
    if (packet == nullptr) {
        return false;
    }
    packet->cookie = cookie;
    lay_out(*packet, inner);
    kernel_.spend(os::Cost::allocation);
    packet->request.timeline.stamp(Moment::submitted, kernel_.now());
    return settle(*packet, submit(*packet));
}

// xfrm_output_one(): under the state's lock, checks that the SA may still be used, counts the
// packet and takes its sequence number. None if it is dropped.
Packet* EspOutput::take_packet(Bytes inner) {
    os::IrqSaveGuard guard(*state_lock_);
    if (lifetime_.expired()) {
        ++counters_.expired;
        return nullptr;
    }
    const auto sequence = tunnel_.take_sequence();
    if (!sequence) {
        ++counters_.exhausted;
        return nullptr;
    }
    lifetime_.count(inner);
    counters_.soft_expiries = lifetime_.wants_replacement() ? 1 : 0;
    Packet& packet = pool_.acquire();
    packet.sequence = *sequence;
    return &packet;
}

// esp_output_head().
void EspOutput::lay_out(Packet& packet, std::span<const std::uint8_t> inner) {
    const PacketLayout where = tunnel_.layout(inner.size());
    packet.bytes = where.total_bytes();
    packet.inputs =
        tunnel_.encapsulate(inner, next_header_of(inner).value(), packet.sequence, packet.wire());
    packet.aim_request(where);
}

Submit EspOutput::submit(Packet& packet) {
    for (;;) {
        const std::uint64_t completions = completions_;
        const Submit answer = provider_.submit(packet.request);
        if (answer != Submit::refused || full_queue_ == FullQueue::drop) {
            packet.slat = kernel_.now() - packet.request.timeline.at(Moment::submitted);
            return answer;
        }
        wait_for_room(completions);
    }
}

void EspOutput::wait_for_room(std::uint64_t completions) {
    // Whether a completion came or the time passed, the sender tries again.
    static_cast<void>(
        room_->wait_event_timeout([&] { return completions_ != completions; }, retry_interval));
}

bool EspOutput::settle(Packet& packet, Submit answer) {
    switch (answer) {
        case Submit::done:
            finish(packet, Status::ok);
            release(packet);
            return true;
        case Submit::in_progress:
            leave(packet);
            return true;
        case Submit::backlogged:
            leave(packet);
            ++backlogged_;
            room_->wait_event([this] { return backlogged_ <= 0; });
            return true;
        case Submit::refused:
            return drop(packet, counters_.full_queue);
        case Submit::invalid:
        case Submit::bad_message:
            break;
    }
    return drop(packet, counters_.unsendable);
}

bool EspOutput::drop(Packet& packet, std::uint64_t& counter) {
    ++counter;
    release(packet);
    return false;
}

// esp_output_done().
void EspOutput::on_complete(Packet& packet, Status status) {
    if (status == Status::in_progress) {
        --backlogged_;
        room_->wake_up();
        return;
    }
    finish(packet, status);
    leave(packet);
    if (full_queue_ == FullQueue::wait) {
        room_->wake_up();
    }
}

void EspOutput::finish(Packet& packet, Status status) {
    Timeline& timeline = packet.request.timeline;
    if (!timeline.has(Moment::callback)) {
        timeline.stamp(Moment::callback, kernel_.now());
    }
    ++completions_;
    ++(status == Status::ok ? counters_.sent : counters_.failed);
    if (status == Status::ok && packet.sequence < highest_sent_) {
        ++counters_.reordered;
    }
    highest_sent_ = std::max(highest_sent_, packet.sequence);
    sink_({.cookie = packet.cookie,
           .sequence = packet.sequence,
           .packet = packet.wire(),
           .payload = packet.request.payload.size(),
           .status = status,
           .timeline = timeline,
           // A callback that overtakes the submission's return proves acceptance.
           .slat = packet.slat.value_or(timeline.latency())});
}

void EspOutput::leave(Packet& packet) {
    if (--packet.holders == 0) {
        release(packet);
    }
}

// Frees the request (ESP_SKB_CB(skb)->tmp) and the packet.
void EspOutput::release(Packet& packet) {
    kernel_.spend(os::Cost::free);
    os::IrqSaveGuard guard(*state_lock_);
    pool_.release(packet);
}

}  // namespace lookaside::esp
