// SPDX-License-Identifier: Apache-2.0
#include "host/stacks/esp/esp_input.h"

#include <algorithm>
#include <utility>

#include "host/stacks/esp/byte_order.h"

namespace lookaside::esp {
namespace {

using crypto_api::Status;
using crypto_api::Submit;

// The layout of a received packet, told from its length; nothing if no inner packet gives it.
std::optional<PacketLayout> layout_of(std::span<const std::uint8_t> wire, const SuiteSizes& sizes) {
    const auto outer = outer_header_bytes(wire);
    const std::size_t around = esp_header_bytes + sizes.iv + sizes.icv;
    if (!outer || wire.size() < *outer + around + sizes.alignment) {
        return std::nullopt;
    }
    const std::size_t payload = wire.size() - *outer - around;
    if (payload % sizes.alignment != 0) {
        return std::nullopt;
    }
    return PacketLayout(*outer, payload - trailer_bytes, sizes);
}

}  // namespace

EspInput::EspInput(os::Kernel& kernel, crypto_api::AeadProvider& provider, SecurityAssociation sa,
                   Sink sink, os::Cost stack_work)
    : kernel_(kernel),
      provider_(provider),
      tunnel_(std::move(sa)),
      sink_(std::move(sink)),
      stack_work_(stack_work),
      lifetime_(tunnel_.sa().soft_lifetime, tunnel_.sa().hard_lifetime),
      pool_(kernel.dma(), [this](Packet& packet, Status status) { on_complete(packet, status); }),
      state_lock_(kernel.make_spin_lock("xfrm_state")),
      window_(tunnel_.sa().replay_window, tunnel_.sa().extended_sequence_numbers,
              tunnel_.sa().first_sequence - 1) {}

void EspInput::init_state() {
    const crypto_api::KeyHandle key = provider_.set_key(tunnel_.provider_key());
    pool_.configure(largest_ip_packet, key, crypto_api::Direction::decrypt, false);
}

void EspInput::input(std::span<const std::uint8_t> wire, std::uint64_t cookie) {
    kernel_.spend(stack_work_);
    const auto where = layout_of(wire, sizes_of(tunnel_.sa().suite));
    if (!where || where->payload_bytes() > provider_.max_payload()) {
        ++counters_.malformed;
        return;
    }
    if (load_big_endian<std::uint32_t>(wire, where->esp_offset()) != tunnel_.sa().spi) {
        ++counters_.unknown_spi;
        return;
    }
    Packet* packet = nullptr;
    {
        os::IrqSaveGuard guard(*state_lock_);
        if (lifetime_.expired()) {
            ++counters_.expired;
            return;
        }
        const std::uint64_t sequence =
            window_.full_sequence(load_big_endian<std::uint32_t>(wire, where->esp_offset() + 4));
        if (!window_.check(sequence)) {
            ++counters_.replayed;
            return;
        }
        packet = &pool_.acquire();
        packet->sequence = sequence;
    }
    packet->cookie = cookie;
    packet->bytes = wire.size();
    std::ranges::copy(wire, packet->buffer.begin());
    packet->inputs = tunnel_.cipher_inputs(
        packet->sequence, packet->wire().subspan(where->iv_offset(), where->iv_bytes()));
    packet->aim_request(*where);
    kernel_.spend(os::Cost::allocation);
    submit(*packet);
}

void EspInput::submit(Packet& packet) {
    switch (provider_.submit(packet.request)) {
        case Submit::in_progress:
        case Submit::backlogged:
            leave(packet);
            return;
        case Submit::done:
            finish(packet, Status::ok);
            break;
        case Submit::bad_message:
            finish(packet, Status::bad_message);
            break;
        case Submit::refused:
            ++counters_.full_queue;
            break;
        case Submit::invalid:
            ++counters_.malformed;
            break;
    }
    release(packet);
}

// esp_input_done().
void EspInput::on_complete(Packet& packet, Status status) {
    if (status != Status::in_progress) {
        finish(packet, status);
        leave(packet);
    }
}

void EspInput::finish(Packet& packet, Status status) {
    if (status == Status::bad_message) {
        ++counters_.not_authentic;
    } else if (status != Status::ok) {
        ++counters_.failed;
    } else if (!enter_window(packet)) {
        ++counters_.replayed;
    } else if (const auto inner = EspTunnel::decapsulate(packet.request.payload); !inner) {
        ++counters_.bad_trailer;
    } else {
        ++counters_.delivered;
        sink_(*inner, packet.cookie);
    }
}

// xfrm_input() after its resumption: replay recheck and advance, lifetime counters.
bool EspInput::enter_window(const Packet& packet) {
    os::IrqSaveGuard guard(*state_lock_);
    if (!window_.check(packet.sequence)) {
        return false;
    }
    if (packet.sequence < window_.highest()) {
        ++counters_.reordered;
    }
    window_.advance(packet.sequence);
    lifetime_.count(packet.bytes);
    counters_.soft_expiries = lifetime_.wants_replacement() ? 1 : 0;
    return true;
}

void EspInput::leave(Packet& packet) {
    if (--packet.holders == 0) {
        release(packet);
    }
}

void EspInput::release(Packet& packet) {
    kernel_.spend(os::Cost::free);
    os::IrqSaveGuard guard(*state_lock_);
    pool_.release(packet);
}

}  // namespace lookaside::esp
