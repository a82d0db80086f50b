// SPDX-License-Identifier: Apache-2.0
#include "host/workloads/capture_link_layer.h"

#include <fmt/format.h>
#include <pcap/dlt.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "host/stacks/esp/byte_order.h"

namespace lookaside::workloads {
namespace {

using esp::load_big_endian;
using Frame = std::span<const std::uint8_t>;
using Kind = LinkPayload::Kind;

// EtherTypes: IANA "IEEE 802 Numbers".
constexpr std::uint16_t type_ipv4 = 0x0800;
constexpr std::uint16_t type_ipv6 = 0x86DD;
constexpr std::array<std::uint16_t, 3> vlan_tags{0x8100, 0x88A8, 0x9100};
constexpr std::uint16_t first_ethertype = 0x0600;  // below, the field is an IEEE 802.3 length

struct Named {
    std::uint16_t type;
    std::string_view name;
};
constexpr std::array named_types{
    Named{0x0806, "ARP"},         Named{0x8035, "RARP"},         Named{0x8847, "MPLS"},
    Named{0x8848, "MPLS"},        Named{0x8863, "PPPoE"},        Named{0x8864, "PPPoE"},
    Named{0x888E, "IEEE 802.1X"}, Named{0x88CC, "LLDP"},         Named{0x88E5, "MACsec"},
    Named{0x88F7, "PTP"},         Named{0x9000, "loopback test"}};

std::string name_of_type(std::uint16_t type) {
    if (type < first_ethertype) {
        return "IEEE 802.3 length field, no EtherType";
    }
    const auto known = std::ranges::find(named_types, type, &Named::type);
    return fmt::format("{} (0x{:04x})",
                       known == named_types.end() ? std::string_view("EtherType") : known->name,
                       type);
}

LinkPayload cut_off() {
    return {.kind = Kind::cut_off, .protocol = {}};
}

// `type` names what starts at `at`: a VLAN tag, behind which stands the next type, or a packet.
LinkPayload behind_ethertype(Frame frame, std::uint16_t type, std::size_t at) {
    constexpr std::size_t tag_bytes = 4;  // tag control information, next type
    while (std::ranges::find(vlan_tags, type) != vlan_tags.end()) {
        if (frame.size() < at + tag_bytes) {
            return cut_off();
        }
        type = load_big_endian<std::uint16_t>(frame, at + 2);
        at += tag_bytes;
    }
    if (type == type_ipv4 || type == type_ipv6) {
        return {.kind = Kind::ip,
                .ip_version = type == type_ipv4 ? 4U : 6U,
                .header_bytes = at,
                .protocol = {}};
    }
    return {.kind = Kind::other, .protocol = name_of_type(type)};
}

// A header of `bytes` with an EtherType at `type_at`.
LinkPayload behind_header(Frame frame, std::size_t type_at, std::size_t bytes) {
    if (frame.size() < bytes) {
        return cut_off();
    }
    return behind_ethertype(frame, load_big_endian<std::uint16_t>(frame, type_at), bytes);
}

LinkPayload by_version(Frame frame, std::size_t at) {
    if (frame.size() <= at) {
        return cut_off();
    }
    const unsigned version = frame[at] >> 4;
    if (version == 4 || version == 6) {
        return {.kind = Kind::ip, .ip_version = version, .header_bytes = at, .protocol = {}};
    }
    return {.kind = Kind::other, .protocol = fmt::format("IP version {}", version)};
}

// BSD loopback: four bytes of address family in the byte order of the machine that captured. The
// families are small numbers, so a large one has the other order.
LinkPayload behind_address_family(Frame frame) {
    constexpr std::size_t family_bytes = 4;
    if (frame.size() < family_bytes) {
        return cut_off();
    }
    auto family = load_big_endian<std::uint32_t>(frame, 0);
    if (family > 0xFFFF) {
        family = __builtin_bswap32(family);
    }
    switch (family) {
        case 2:   // AF_INET everywhere
        case 10:  // AF_INET6: Linux
        case 24:  // NetBSD, OpenBSD
        case 28:  // FreeBSD
        case 30:  // macOS
            return by_version(frame, family_bytes);
        default:
            return {.kind = Kind::other, .protocol = fmt::format("address family {}", family)};
    }
}

}  // namespace

std::optional<LinkLayer> LinkLayer::of(int dlt) {
    constexpr int dlt_raw_openbsd = 14;  // what DLT_RAW is on OpenBSD
    constexpr int linktype_raw = 101;    // what a savefile says for DLT_RAW
    switch (dlt) {
        case DLT_EN10MB:
            return LinkLayer(Format::ethernet);
        case DLT_RAW:
        case dlt_raw_openbsd:
        case linktype_raw:
        case DLT_IPV4:
        case DLT_IPV6:
            return LinkLayer(Format::raw);
        case DLT_NULL:
        case DLT_LOOP:
            return LinkLayer(Format::null);
        case DLT_LINUX_SLL:
            return LinkLayer(Format::cooked);
        case DLT_LINUX_SLL2:
            return LinkLayer(Format::cooked2);
        default:
            return std::nullopt;
    }
}

std::string LinkLayer::supported() {
    return "Ethernet, raw IP, BSD loopback, Linux cooked v1 or v2";
}

LinkPayload LinkLayer::parse(Frame frame) const {
    switch (format_) {
        case Format::ethernet:  // two MAC addresses, type
            return behind_header(frame, 12, 14);
        case Format::cooked:  // type, address, protocol
            return behind_header(frame, 14, 16);
        case Format::cooked2:  // protocol, interface, type, address
            return behind_header(frame, 0, 20);
        case Format::null:
            return behind_address_family(frame);
        case Format::raw:
            break;
    }
    return by_version(frame, 0);
}

}  // namespace lookaside::workloads
