// SPDX-License-Identifier: Apache-2.0
#include "host/workloads/capture_ip_packet.h"

#include <algorithm>

#include "host/stacks/esp/byte_order.h"
#include "host/stacks/esp/packet_layout.h"

namespace lookaside::workloads {
namespace {

using esp::load_big_endian;
using Kind = IpPacket::Kind;

IpPacket malformed(std::string_view reason) {
    return {.kind = Kind::malformed, .bytes = {}, .length = 0, .reason = reason};
}

IpPacket of_length(std::span<const std::uint8_t> captured, Bytes on_wire, Bytes length) {
    if (length > on_wire) {
        return malformed("its length field goes beyond the frame");
    }
    if (length > captured.size()) {
        return {.kind = Kind::truncated, .bytes = {}, .length = length, .reason = {}};
    }
    return {.kind = Kind::whole, .bytes = captured.first(length), .length = length, .reason = {}};
}

// RFC 791.
IpPacket cut_ipv4(std::span<const std::uint8_t> captured, Bytes on_wire) {
    const Bytes header = Bytes{captured[0] & 0xFU} * 4;
    const Bytes total = load_big_endian<std::uint16_t>(captured, 2);
    if (header < esp::ipv4_header_bytes) {
        return malformed("its header length is below 20 bytes");
    }
    if (total == 0) {
        return malformed("its total length is 0 (captured before segmentation offload)");
    }
    if (total < header) {
        return malformed("its total length is below its header length");
    }
    return of_length(captured, on_wire, total);
}

// RFC 8200.
IpPacket cut_ipv6(std::span<const std::uint8_t> captured, Bytes on_wire) {
    constexpr std::uint8_t no_next_header = 59;
    const Bytes payload = load_big_endian<std::uint16_t>(captured, 4);
    if (payload == 0 && captured[6] != no_next_header) {
        return malformed("its payload length is 0 (jumbogram or segmentation offload)");
    }
    return of_length(captured, on_wire, esp::ipv6_header_bytes + payload);
}

}  // namespace

IpPacket cut_ip_packet(std::span<const std::uint8_t> captured, Bytes on_wire, unsigned version) {
    const Bytes header = version == 4 ? esp::ipv4_header_bytes : esp::ipv6_header_bytes;
    if (on_wire < header) {
        return malformed("the frame ends within its header");
    }
    if (captured.size() < header) {
        return {.kind = Kind::truncated, .bytes = {}, .length = 0, .reason = {}};
    }
    if (captured[0] >> 4 != version) {
        return malformed("its version contradicts the link layer");
    }
    return version == 4 ? cut_ipv4(captured, on_wire) : cut_ipv6(captured, on_wire);
}

}  // namespace lookaside::workloads
