// SPDX-License-Identifier: Apache-2.0
#include "host/stacks/esp/esp_tunnel.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "base/error.h"
#include "base/random.h"
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
    if (sa.auth_key.size() != auth_key_bytes(sa.suite)) {
        throw InputError(fmt::format("ESP integrity key of {} bytes: this suite takes {}",
                                     sa.auth_key.size(), auth_key_bytes(sa.suite)));
    }
    if (sa.suite != Suite::aes_gcm && sa.extended_sequence_numbers) {
        throw InputError(
            "ESP with an HMAC and extended sequence numbers: no provider has such an "
            "algorithm (authencesn); leave the extended numbers out, or use AES-GCM");
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

CipherInputs EspTunnel::encapsulate(std::span<const std::uint8_t> inner, std::uint8_t next_header,
                                    std::uint64_t sequence, std::span<std::uint8_t> packet) {
    const PacketLayout where = layout(inner.size());
    outer_.write(packet, inner);
    store_big_endian(packet, where.esp_offset(), sa_.spi);
    store_big_endian(packet, where.esp_offset() + 4, static_cast<std::uint32_t>(sequence));
    const auto iv = packet.subspan(where.iv_offset(), where.iv_bytes());
    write_iv(sequence, iv);

    const auto payload = packet.subspan(where.payload_offset(), where.payload_bytes());
    std::ranges::copy(inner, payload.begin());
    for (std::size_t i = 0; i < where.padding_bytes(); ++i) {
        payload[inner.size() + i] = static_cast<std::uint8_t>(i + 1);
    }
    payload[payload.size() - 2] = static_cast<std::uint8_t>(where.padding_bytes());
    payload[payload.size() - 1] = next_header;
    return cipher_inputs(sequence, iv);
}

void EspTunnel::write_iv(std::uint64_t sequence, std::span<std::uint8_t> iv) const {
    if (sa_.suite == Suite::aes_gcm) {
        store_big_endian(iv, 0, sequence ^ sa_.iv_mask);
    } else {
        // Unpredictable IVs (RFC 3602 section 3). Linux's echainiv encrypts a counter.
        Random(Random(sa_.iv_mask).next() ^ sequence).fill(iv);
    }
}

std::vector<std::uint8_t> EspTunnel::provider_key() const {
    std::vector<std::uint8_t> key = sa_.auth_key;
    key.insert(key.end(), sa_.key.begin(), sa_.key.end());
    return key;
}

CipherInputs EspTunnel::cipher_inputs(std::uint64_t sequence,
                                      std::span<const std::uint8_t> iv) const {
    CipherInputs inputs;
    store_big_endian(std::span(inputs.aad), 0, sa_.spi);
    if (sa_.suite != Suite::aes_gcm) {
        store_big_endian(std::span(inputs.aad), 4, static_cast<std::uint32_t>(sequence));
        std::ranges::copy(iv, inputs.aad.begin() + esp_header_bytes);
        inputs.aad_bytes = esp_header_bytes + iv.size();
        std::ranges::copy(iv, inputs.iv.begin());
        inputs.iv_bytes = iv.size();
        return inputs;
    }
    std::ranges::copy(sa_.salt, inputs.iv.begin());
    std::ranges::copy(iv, inputs.iv.begin() + static_cast<std::ptrdiff_t>(sa_.salt.size()));
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
