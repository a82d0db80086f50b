// SPDX-License-Identifier: Apache-2.0
// The bytes of a tunnel packet, field by field.
#include "host/stacks/esp/esp_tunnel.h"

#include <algorithm>
#include <limits>

#include "base/error.h"
#include "host/stacks/esp/byte_order.h"
#include "tests/support/catch.h"
#include "tests/unit/esp/tunnel_fixture.h"

using namespace lookaside;
using namespace lookaside::esp;
using namespace lookaside::testing;

namespace {

PacketBytes encapsulated(const SecurityAssociation& sa, const PacketBytes& inner,
                         std::uint64_t sequence = 1) {
    EspTunnel tunnel(sa);
    PacketBytes packet(tunnel.layout(inner.size()).total_bytes());
    tunnel.encapsulate(inner, next_header_of(inner).value(), sequence, packet);
    return packet;
}

std::uint16_t word(const PacketBytes& packet, std::size_t at) {
    return load_big_endian<std::uint16_t>(packet, at);
}

SecurityAssociation ipv6_sa() {
    auto sa = test_sa();
    sa.tunnel = Ipv6Endpoints{};
    return sa;
}

}  // namespace

TEST_CASE("the ESP header carries the SPI and the low half of the sequence number") {
    const auto packet = encapsulated(test_sa(), ipv4_packet(60), 0x1'0000'0002);
    CHECK(load_big_endian<std::uint32_t>(packet, 20) == 0x1234'5678);
    CHECK(load_big_endian<std::uint32_t>(packet, 24) == 2);
}

TEST_CASE("the IV is the 64-bit sequence number combined with the mask") {
    auto sa = test_sa();
    CHECK(load_big_endian<std::uint64_t>(encapsulated(sa, ipv4_packet(60), 0x1'0000'0002), 28) ==
          0x1'0000'0002);
    sa.iv_mask = 0xFF00'0000'0000'0000;
    CHECK(load_big_endian<std::uint64_t>(encapsulated(sa, ipv4_packet(60), 2), 28) ==
          0xFF00'0000'0000'0002);
}

TEST_CASE("padding counts 1, 2, 3 and is followed by its length and the next header") {
    const auto trailer_of = [](std::size_t inner_bytes) {
        const auto packet = encapsulated(test_sa(), ipv4_packet(inner_bytes));
        return PacketBytes(packet.begin() + 36 + static_cast<std::ptrdiff_t>(inner_bytes),
                           packet.end() - 16);
    };
    CHECK(trailer_of(62) == PacketBytes{0, 4});
    CHECK(trailer_of(61) == PacketBytes{1, 1, 4});
    CHECK(trailer_of(60) == PacketBytes{1, 2, 2, 4});
    CHECK(trailer_of(63) == PacketBytes{1, 2, 3, 3, 4});
}

TEST_CASE("the next header is 4 for an inner IPv4 packet and 41 for an inner IPv6 packet") {
    CHECK(next_header_of(ipv4_packet(20)) == 4);
    CHECK(next_header_of(ipv6_packet(40)) == 41);
    CHECK_FALSE(next_header_of(PacketBytes{0x50}));
    CHECK_FALSE(next_header_of(PacketBytes{}));
}

TEST_CASE("the nonce is salt and IV; the AAD is SPI and sequence number") {
    const PacketBytes iv{1, 2, 3, 4, 5, 6, 7, 8};
    auto sa = test_sa();
    const auto plain = EspTunnel(sa).cipher_inputs(0x1'0000'0002, iv);
    CHECK(PacketBytes(plain.iv_span().begin(), plain.iv_span().end()) ==
          PacketBytes{0xCA, 0xFE, 0xBA, 0xBE, 1, 2, 3, 4, 5, 6, 7, 8});
    CHECK(std::ranges::equal(plain.aad_span(), PacketBytes{0x12, 0x34, 0x56, 0x78, 0, 0, 0, 2}));

    sa.extended_sequence_numbers = true;
    const auto extended = EspTunnel(sa).cipher_inputs(0x1'0000'0002, iv);
    CHECK(std::ranges::equal(extended.aad_span(),
                             PacketBytes{0x12, 0x34, 0x56, 0x78, 0, 0, 0, 1, 0, 0, 0, 2}));
}

TEST_CASE("the outer IPv4 header describes the packet and has a right checksum") {
    const auto packet = encapsulated(test_sa(), ipv4_packet(1420));
    CHECK(packet[0] == 0x45);
    CHECK(word(packet, 2) == 1476);
    CHECK(packet[8] == 64);
    CHECK(packet[9] == 50);
    CHECK(internet_checksum(std::span(packet).first(20)) == 0);
    CHECK(PacketBytes(packet.begin() + 12, packet.begin() + 20) ==
          PacketBytes{192, 0, 2, 1, 198, 51, 100, 1});
    CHECK(outer_header_bytes(packet) == 20);
}

TEST_CASE("the outer IPv6 header describes the packet") {
    const auto packet = encapsulated(ipv6_sa(), ipv4_packet(1420));
    CHECK(packet.size() == 1496);
    CHECK(packet[0] >> 4 == 6);
    CHECK(word(packet, 4) == 1456);
    CHECK(packet[6] == 50);
    CHECK(packet[7] == 64);
    CHECK(outer_header_bytes(packet) == 40);
}

TEST_CASE("DSCP and ECN are copied from the inner header to the outer one") {
    constexpr std::uint8_t expedited_and_ect0 = 46 << 2 | 2;
    auto inner4 = ipv4_packet(60);
    inner4[1] = expedited_and_ect0;
    CHECK(encapsulated(test_sa(), inner4)[1] == expedited_and_ect0);
    CHECK(word(encapsulated(ipv6_sa(), inner4), 0) == (6 << 12 | expedited_and_ect0 << 4));

    auto inner6 = ipv6_packet(60);
    store_big_endian(std::span(inner6), 0,
                     static_cast<std::uint16_t>(6 << 12 | expedited_and_ect0 << 4));
    CHECK(encapsulated(test_sa(), inner6)[1] == expedited_and_ect0);
}

TEST_CASE("the outer IPv4 header takes over DF, and sets it for inner IPv6") {
    auto inner = ipv4_packet(60);
    CHECK(word(encapsulated(test_sa(), inner), 6) == 0);
    inner[6] = 0x40;
    CHECK(word(encapsulated(test_sa(), inner), 6) == 0x4000);
    CHECK(word(encapsulated(test_sa(), ipv6_packet(60)), 6) == 0x4000);
}

TEST_CASE("packets that may be fragmented have different identifications") {
    EspTunnel tunnel(test_sa());
    const auto inner = ipv4_packet(60);
    PacketBytes first(tunnel.layout(inner.size()).total_bytes());
    PacketBytes second = first;
    tunnel.encapsulate(inner, 4, 1, first);
    tunnel.encapsulate(inner, 4, 2, second);
    CHECK(word(first, 4) != word(second, 4));
}

TEST_CASE("sequence numbers start at the SA's first and count up by one") {
    EspTunnel tunnel(test_sa());
    CHECK(tunnel.take_sequence() == 1);
    CHECK(tunnel.take_sequence() == 2);
}

TEST_CASE("sequence numbers end at 2^32 - 1, extended ones at 2^64 - 1, and never start again") {
    auto sa = test_sa();
    sa.first_sequence = std::numeric_limits<std::uint32_t>::max();
    EspTunnel plain(sa);
    CHECK(plain.take_sequence() == 0xFFFF'FFFF);
    CHECK_FALSE(plain.take_sequence());
    CHECK_FALSE(plain.take_sequence());

    sa.extended_sequence_numbers = true;
    EspTunnel crossing(sa);
    CHECK(crossing.take_sequence() == 0xFFFF'FFFF);
    CHECK(crossing.take_sequence() == 0x1'0000'0000);

    sa.first_sequence = std::numeric_limits<std::uint64_t>::max();
    EspTunnel last(sa);
    CHECK(last.take_sequence() == sa.first_sequence);
    CHECK_FALSE(last.take_sequence());
}

TEST_CASE("decapsulation undoes encapsulation for every padding length") {
    for (std::size_t size = 40; size < 48; ++size) {
        const auto inner = size % 2 == 0 ? ipv4_packet(size) : ipv6_packet(size);
        const auto packet = encapsulated(test_sa(), inner);
        const auto payload = std::span(packet).subspan(36, packet.size() - 36 - 16);
        const auto found = EspTunnel::decapsulate(payload);
        REQUIRE(found);
        CHECK(std::ranges::equal(*found, inner));
    }
}

TEST_CASE(
    "decapsulation refuses wrong padding, a pad length that does not fit and other protocols") {
    const auto inner = ipv4_packet(21);
    const auto packet = encapsulated(test_sa(), inner);  // payload: 21, 01, 01, 04
    const PacketBytes payload(packet.begin() + 36, packet.end() - 16);
    REQUIRE(EspTunnel::decapsulate(payload));
    const auto with = [&](std::size_t from_end, std::uint8_t value) {
        auto changed = payload;
        changed[changed.size() - from_end] = value;
        return changed;
    };
    CHECK_FALSE(EspTunnel::decapsulate(with(3, 2)));
    CHECK_FALSE(EspTunnel::decapsulate(with(2, 23)));
    CHECK_FALSE(EspTunnel::decapsulate(with(1, 59)));
    CHECK_FALSE(EspTunnel::decapsulate(with(1, 41)));
    CHECK_FALSE(EspTunnel::decapsulate(PacketBytes{4}));
}

TEST_CASE("only a whole unfragmented ESP packet with a right checksum has an outer header") {
    const auto good = encapsulated(test_sa(), ipv4_packet(60));
    REQUIRE(outer_header_bytes(good));
    auto shortened = good;
    shortened.pop_back();
    CHECK_FALSE(outer_header_bytes(shortened));
    auto damaged = good;
    damaged[15] ^= 1;
    CHECK_FALSE(outer_header_bytes(damaged));
    auto fragment = good;
    fragment[6] |= 0x20;
    fragment[10] = fragment[11] = 0;
    store_big_endian(std::span(fragment), 10, internet_checksum(std::span(fragment).first(20)));
    CHECK_FALSE(outer_header_bytes(fragment));
    CHECK_FALSE(outer_header_bytes(ipv4_packet(60)));
    CHECK_FALSE(outer_header_bytes({}));
}

TEST_CASE("an SA that cannot be used is an input error") {
    auto sa = test_sa();
    sa.key.resize(24);
    CHECK_THROWS_AS(EspTunnel(sa), InputError);
    sa = test_sa();
    sa.first_sequence = 0;
    CHECK_THROWS_AS(EspTunnel(sa), InputError);
    sa.first_sequence = 0x1'0000'0000;
    CHECK_THROWS_AS(EspTunnel(sa), InputError);
    sa = test_sa();
    sa.replay_window = 0;
    CHECK_THROWS_AS(EspTunnel(sa), InputError);
}
