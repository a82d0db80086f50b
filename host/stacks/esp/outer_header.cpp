// SPDX-License-Identifier: Apache-2.0
#include "host/stacks/esp/outer_header.h"

#include <algorithm>

#include "host/stacks/esp/byte_order.h"

namespace lookaside::esp {
namespace {

constexpr std::uint16_t dont_fragment = 0x4000;
constexpr std::uint16_t more_fragments_and_offset = 0x3FFF;

// DSCP and ECN of the inner packet, one byte.
std::uint8_t traffic_class(std::span<const std::uint8_t> inner) {
    if (inner.size() < 2) {
        return 0;
    }
    if (ip_version(inner) == 4) {
        return inner[1];
    }
    return static_cast<std::uint8_t>(load_big_endian<std::uint16_t>(inner, 0) >> 4);
}

bool may_be_fragmented(std::span<const std::uint8_t> inner) {
    return ip_version(inner) == 4 && inner.size() >= ipv4_header_bytes &&
           (load_big_endian<std::uint16_t>(inner, 6) & dont_fragment) == 0;
}

}  // namespace

std::uint16_t internet_checksum(std::span<const std::uint8_t> header) {
    std::uint32_t sum = 0;
    for (std::size_t i = 0; i + 1 < header.size(); i += 2) {
        sum += load_big_endian<std::uint16_t>(header, i);
    }
    while (sum > 0xFFFF) {
        sum = (sum & 0xFFFF) + (sum >> 16);
    }
    return static_cast<std::uint16_t>(~sum);
}

void OuterHeader::write(std::span<std::uint8_t> packet, std::span<const std::uint8_t> inner) {
    if (const auto* ipv4 = std::get_if<Ipv4Endpoints>(&tunnel_)) {
        write_ipv4(*ipv4, packet, inner);
    } else {
        write_ipv6(std::get<Ipv6Endpoints>(tunnel_), packet, inner);
    }
}

void OuterHeader::write_ipv4(const Ipv4Endpoints& ends, std::span<std::uint8_t> packet,
                             std::span<const std::uint8_t> inner) {
    const bool fragmentable = may_be_fragmented(inner);
    const auto header = packet.first(ipv4_header_bytes);
    header[0] = 0x45;
    header[1] = traffic_class(inner);
    store_big_endian(header, 2, static_cast<std::uint16_t>(packet.size()));
    // RFC 6864: the identification means nothing when the packet cannot be fragmented.
    store_big_endian(header, 4, fragmentable ? next_identification_++ : std::uint16_t{0});
    store_big_endian(header, 6, fragmentable ? std::uint16_t{0} : dont_fragment);
    header[8] = hop_limit_;
    header[9] = protocol_esp;
    store_big_endian(header, 10, std::uint16_t{0});
    std::ranges::copy(ends.source, header.begin() + 12);
    std::ranges::copy(ends.destination, header.begin() + 16);
    store_big_endian(header, 10, internet_checksum(header));
}

void OuterHeader::write_ipv6(const Ipv6Endpoints& ends, std::span<std::uint8_t> packet,
                             std::span<const std::uint8_t> inner) const {
    const auto header = packet.first(ipv6_header_bytes);
    store_big_endian(header, 0, (6U << 28) | (std::uint32_t{traffic_class(inner)} << 20));
    store_big_endian(header, 4, static_cast<std::uint16_t>(packet.size() - ipv6_header_bytes));
    header[6] = protocol_esp;
    header[7] = hop_limit_;
    std::ranges::copy(ends.source, header.begin() + 8);
    std::ranges::copy(ends.destination, header.begin() + 24);
}

std::optional<std::size_t> outer_header_bytes(std::span<const std::uint8_t> packet) {
    if (ip_version(packet) == 4 && packet.size() >= ipv4_header_bytes) {
        const std::size_t length = std::size_t{packet[0] & 0xFU} * 4;
        const bool whole =
            load_big_endian<std::uint16_t>(packet, 2) == packet.size() &&
            (load_big_endian<std::uint16_t>(packet, 6) & more_fragments_and_offset) == 0;
        if (whole && length >= ipv4_header_bytes && length <= packet.size() &&
            packet[9] == protocol_esp && internet_checksum(packet.first(length)) == 0) {
            return length;
        }
    }
    if (ip_version(packet) == 6 && packet.size() >= ipv6_header_bytes &&
        load_big_endian<std::uint16_t>(packet, 4) + ipv6_header_bytes == packet.size() &&
        packet[6] == protocol_esp) {
        return ipv6_header_bytes;
    }
    return std::nullopt;
}

}  // namespace lookaside::esp
