// SPDX-License-Identifier: Apache-2.0
#include "host/stacks/esp/esp_tunnel.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "base/error.h"
#include "host/stacks/esp/byte_order.h"

namespace lookaside::esp {
namespace {

constexpr std::uint64_t last_short_sequence = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint64_t last_extended_sequence = std::numeric_limits<std::uint64_t>::max();
constexpr unsigned largest_replay_window = 4096;

std::uint64_t last_sequence(const SecurityAssociation& sa) {
    return sa.extended_sequence_numbers ? last_extended_sequence : last_short_sequence;
}

SecurityAssociation checked(SecurityAssociation sa) {
    if (sa.key.size() != 16 && sa.key.size() != 32) {
        throw InputError(fmt::format("ESP key of {} bytes: give 16 (AES-128) or 32 bytes (AES-256)",
                                     sa.key.size()));
    }
    if (sa.first_sequence == 0 || sa.first_sequence > last_sequence(sa)) {
        throw InputError(fmt::format("ESP first sequence number {}: give 1 to {}",
                                     sa.first_sequence, last_sequence(sa)));
    }
    if (sa.replay_window == 0 || sa.replay_window > largest_replay_window) {
        throw InputError(fmt::format("ESP replay window of {} packets: give 1 to {}",
                                     sa.replay_window, largest_replay_window));
    }
    return sa;
}

}  // namespace

std::optional<std::uint8_t> next_header_of(std::span<const std::uint8_t> inner) {
    switch (ip_version(inner)) {
        case 4:
            return protocol_ipv4;
        case 6:
            return protocol_ipv6;
        default:
            return std::nullopt;
    }
}

EspTunnel::EspTunnel(SecurityAssociation sa)
    : sa_(checked(std::move(sa))),
      outer_(sa_.tunnel, sa_.hop_limit),
      next_sequence_(sa_.first_sequence) {}

std::optional<std::uint64_t> EspTunnel::take_sequence() {
    if (exhausted_) {
        return std::nullopt;
    }
    exhausted_ = next_sequence_ == last_sequence(sa_);
    return next_sequence_++;
}

GcmInputs EspTunnel::encapsulate(std::span<const std::uint8_t> inner, std::uint8_t next_header,
                                 std::uint64_t sequence, std::span<std::uint8_t> packet) {
    const PacketLayout where = layout(inner.size());
    outer_.write(packet, inner);
    store_big_endian(packet, where.esp_offset(), sa_.spi);
    store_big_endian(packet, where.esp_offset() + 4, static_cast<std::uint32_t>(sequence));
    store_big_endian(packet, where.iv_offset(), sequence ^ sa_.iv_mask);

    const auto payload = packet.subspan(where.payload_offset(), where.payload_bytes());
    std::ranges::copy(inner, payload.begin());
    for (std::size_t i = 0; i < where.padding_bytes(); ++i) {
        payload[inner.size() + i] = static_cast<std::uint8_t>(i + 1);
    }
    payload[payload.size() - 2] = static_cast<std::uint8_t>(where.padding_bytes());
    payload[payload.size() - 1] = next_header;
    return gcm_inputs(sequence, packet.subspan(where.iv_offset(), iv_bytes));
}

GcmInputs EspTunnel::gcm_inputs(std::uint64_t sequence, std::span<const std::uint8_t> iv) const {
    GcmInputs inputs;
    std::ranges::copy(sa_.salt, inputs.nonce.begin());
    std::ranges::copy(iv, inputs.nonce.begin() + static_cast<std::ptrdiff_t>(sa_.salt.size()));
    store_big_endian(std::span(inputs.aad), 0, sa_.spi);
    if (sa_.extended_sequence_numbers) {
        store_big_endian(std::span(inputs.aad), 4, sequence);
        inputs.aad_bytes = 12;
    } else {
        store_big_endian(std::span(inputs.aad), 4, static_cast<std::uint32_t>(sequence));
    }
    return inputs;
}

std::optional<std::span<const std::uint8_t>> EspTunnel::decapsulate(
    std::span<const std::uint8_t> payload) {
    if (payload.size() < trailer_bytes) {
        return std::nullopt;
    }
    const std::size_t padding = payload[payload.size() - 2];
    const std::uint8_t next_header = payload[payload.size() - 1];
    if (padding + trailer_bytes > payload.size()) {
        return std::nullopt;
    }
    const auto inner = payload.first(payload.size() - trailer_bytes - padding);
    for (std::size_t i = 0; i < padding; ++i) {
        if (payload[inner.size() + i] != i + 1) {
            return std::nullopt;
        }
    }
    if (next_header_of(inner) != next_header) {
        return std::nullopt;
    }
    return inner;
}

}  // namespace lookaside::esp
