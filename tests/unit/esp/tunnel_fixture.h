// SPDX-License-Identifier: Apache-2.0
// An SA and inner packets for the ESP tests.
#pragma once

#include <cstdint>
#include <vector>

#include "base/random.h"
#include "host/stacks/esp/byte_order.h"
#include "host/stacks/esp/security_association.h"

namespace lookaside::testing {

using PacketBytes = std::vector<std::uint8_t>;

inline esp::SecurityAssociation test_sa(std::size_t key_bytes = 16) {
    esp::SecurityAssociation sa;
    sa.spi = 0x1234'5678;
    sa.key.resize(key_bytes);
    Random(7).fill(sa.key);
    sa.salt = {0xCA, 0xFE, 0xBA, 0xBE};
    return sa;
}

/// An IPv4 packet of `size` bytes (at least 20) with arbitrary contents behind its header.
inline PacketBytes ipv4_packet(std::size_t size, std::uint64_t seed = 1) {
    PacketBytes packet(size);
    Random(seed).fill(packet);
    packet[0] = 0x45;
    packet[1] = 0;
    esp::store_big_endian(std::span(packet), 2, static_cast<std::uint16_t>(size));
    esp::store_big_endian(std::span(packet), 6, std::uint16_t{0});
    return packet;
}

/// An IPv6 packet of `size` bytes (at least 40), likewise.
inline PacketBytes ipv6_packet(std::size_t size, std::uint64_t seed = 1) {
    PacketBytes packet(size);
    Random(seed).fill(packet);
    esp::store_big_endian(std::span(packet), 0, std::uint32_t{6} << 28);
    esp::store_big_endian(std::span(packet), 4, static_cast<std::uint16_t>(size - 40));
    packet[6] = 17;
    return packet;
}

}  // namespace lookaside::testing
