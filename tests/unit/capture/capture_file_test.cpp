// SPDX-License-Identifier: Apache-2.0
// Which packets a capture gives, by file format and link type, and what is left out of it.
#include "host/workloads/capture_file.h"

#include <algorithm>

#include "tests/support/captures.h"
#include "tests/support/catch.h"

using namespace lookaside;
using namespace lookaside::testing;
using namespace lookaside::workloads;
using namespace std::chrono_literals;

namespace {

using Packets = std::vector<CaptureBytes>;

constexpr Bytes card_limit = 1966;

Capture capture_of(const CaptureBytes& file) {
    const ScratchFolder folder;
    return read_capture(folder.write("test.pcap", file), card_limit);
}

Packets packets_of(const Capture& capture) {
    Packets packets;
    for (const auto& packet : capture.packets) {
        packets.push_back(packet.bytes);
    }
    return packets;
}

std::vector<Frame> ethernet_frames() {
    return {{ethernet(0x0800, ipv4(100, 1)), 1'000'000'000},
            {ethernet(0x86DD, ipv6(200, 2)), 1'000'001'000},
            {ethernet(0x0800, ipv4(1500, 3)), 1'500'000'000}};
}

const Packets ethernet_packets{ipv4(100, 1), ipv6(200, 2), ipv4(1500, 3)};

}  // namespace

TEST_CASE("a pcap file gives its IPv4 and IPv6 packets in order") {
    const auto format = GENERATE(
        PcapFormat{linktype_ethernet, false, false}, PcapFormat{linktype_ethernet, false, true},
        PcapFormat{linktype_ethernet, true, false}, PcapFormat{linktype_ethernet, true, true});
    const auto capture = capture_of(pcap_file(ethernet_frames(), format));
    CHECK(packets_of(capture) == ethernet_packets);
    CHECK(capture.census.frames == 3);
    CHECK(capture.census.ipv4 == 2);
    CHECK(capture.census.ipv6 == 1);
    CHECK(capture.census.bytes == 1800);
    CHECK(capture.packets[2].frame == 3);
}

TEST_CASE("a pcapng file gives the same") {
    const auto capture = capture_of(pcapng_file(ethernet_frames()));
    CHECK(packets_of(capture) == ethernet_packets);
    CHECK(capture.packets[1].at == 1us);
    CHECK(capture.packets[2].at == 500ms);
}

TEST_CASE("times count from the first packet to replay, to the file's precision") {
    const std::vector<Frame> frames{{arp(), 500},
                                    {ethernet(0x0800, ipv4(100)), 1'000'000'001},
                                    {ethernet(0x0800, ipv4(100)), 2'000'000'000}};
    CHECK(capture_of(pcap_file(frames, {.nanoseconds = true})).packets[1].at == 999'999'999ns);
    CHECK(capture_of(pcap_file(frames)).packets[1].at == 1s);
    CHECK(capture_of(pcap_file(frames)).packets[0].at == 0s);
}

TEST_CASE("a timestamp may lie before that of the first packet") {
    const auto capture = capture_of(pcap_file({{ethernet(0x0800, ipv4(100)), 2'000'000'000},
                                               {ethernet(0x0800, ipv4(100)), 1'500'000'000}}));
    CHECK(capture.packets[1].at == -500ms);
}

TEST_CASE("Ethernet padding is not part of the packet") {
    const auto capture =
        capture_of(pcap_file({{ethernet(0x0800, ipv4(28), 60)}, {ethernet(0x86DD, ipv6(41), 60)}}));
    CHECK(packets_of(capture) == Packets{ipv4(28), ipv6(41)});
}

TEST_CASE("VLAN tags are taken off, single and stacked") {
    const auto capture = capture_of(
        pcap_file({{ethernet_vlan({{0x8100, 5}}, 0x0800, ipv4(100, 1))},
                   {ethernet_vlan({{0x88A8, 7}, {0x8100, 5}}, 0x86DD, ipv6(100, 2))},
                   {ethernet_vlan({{0x9100, 1}, {0x8100, 2}, {0x8100, 3}}, 0x0800, ipv4(90, 3))},
                   {ethernet_vlan({{0x8100, 5}}, 0x0806, CaptureBytes(28))}}));
    CHECK(packets_of(capture) == Packets{ipv4(100, 1), ipv6(100, 2), ipv4(90, 3)});
    CHECK(capture.census.not_ip == std::map<std::string, std::uint64_t>{{"ARP (0x0806)", 1}});
}

TEST_CASE("raw IP packets are told apart by their version") {
    const auto link_type = GENERATE(12u, 14u, linktype_raw);
    const auto capture = capture_of(
        pcap_file({{ipv4(100)}, {ipv6(100)}, {CaptureBytes(40, 0x50)}}, {.link_type = link_type}));
    CHECK(packets_of(capture) == Packets{ipv4(100), ipv6(100)});
    CHECK(capture.census.not_ip == std::map<std::string, std::uint64_t>{{"IP version 5", 1}});
}

TEST_CASE("BSD loopback frames are read in either byte order, with every AF_INET6 there is") {
    const bool big_endian = GENERATE(false, true);
    const auto family = GENERATE(10u, 24u, 28u, 30u);
    const auto capture = capture_of(pcap_file({{loopback(2, big_endian, ipv4(100))},
                                               {loopback(family, big_endian, ipv6(100))},
                                               {loopback(7, big_endian, CaptureBytes(20))}},
                                              {.link_type = linktype_null}));
    CHECK(packets_of(capture) == Packets{ipv4(100), ipv6(100)});
    CHECK(capture.census.not_ip == std::map<std::string, std::uint64_t>{{"address family 7", 1}});
}

TEST_CASE("Linux cooked frames of both versions are read") {
    const auto first = capture_of(
        pcap_file({{cooked(0x0800, ipv4(100))}, {cooked(0x86DD, ipv6(100))}, {cooked(0x0806, {})}},
                  {.link_type = linktype_linux_sll}));
    CHECK(packets_of(first) == Packets{ipv4(100), ipv6(100)});
    const auto second = capture_of(pcap_file(
        {{cooked2(0x0800, ipv4(100))}, {cooked2(0x86DD, ipv6(100))}, {cooked2(0x0806, {})}},
        {.link_type = linktype_linux_sll2}));
    CHECK(packets_of(second) == Packets{ipv4(100), ipv6(100)});
    CHECK(second.census.not_ip == first.census.not_ip);
}

TEST_CASE("what is not IP is counted by EtherType") {
    const auto capture = capture_of(pcap_file({{arp()},
                                               {ethernet(0x0800, ipv4(100))},
                                               {ethernet(0x8847, CaptureBytes(50))},
                                               {arp()},
                                               {ethernet(0x1234, CaptureBytes(50))},
                                               {ethernet(46, CaptureBytes(46))}}));
    CHECK(capture.census.not_ip ==
          std::map<std::string, std::uint64_t>{{"ARP (0x0806)", 2},
                                               {"EtherType (0x1234)", 1},
                                               {"IEEE 802.3 length field, no EtherType", 1},
                                               {"MPLS (0x8847)", 1}});
    CHECK(capture.census.packets() == 1);
}

TEST_CASE("packets above the limit are left out and named with frame and size") {
    const auto capture = capture_of(pcap_file({{ethernet(0x0800, ipv4(card_limit))},
                                               {ethernet(0x0800, ipv4(card_limit + 1))},
                                               {ethernet(0x0800, ipv4(9000))}}));
    CHECK(packets_of(capture) == Packets{ipv4(card_limit)});
    REQUIRE(capture.census.too_large.size() == 2);
    CHECK(capture.census.too_large[1].frame == 3);
    CHECK(capture.census.too_large[1].packet == 9000);
    CHECK(describe(capture.census).back() ==
          "2 over the limit of 1966 bytes: frame 2 (1967 bytes), frame 3 (9000 bytes)");
}

TEST_CASE("packets cut off by the snapshot length are left out and named") {
    const auto capture = capture_of(pcap_file({{ethernet(0x0800, ipv4(40)), 0, 96},
                                               {ethernet(0x0800, ipv4(1500)), 0, 96},
                                               {ethernet(0x0800, ipv4(100)), 0, 20},
                                               {ethernet(0x0800, ipv4(100)), 0, 13}}));
    CHECK(packets_of(capture) == Packets{ipv4(40)});
    REQUIRE(capture.census.truncated.size() == 3);
    CHECK(capture.census.truncated[0].frame == 2);
    CHECK(capture.census.truncated[0].captured == 96);
    CHECK(capture.census.truncated[0].length == 1514);
    CHECK(capture.census.malformed.empty());
}

TEST_CASE("a packet is whole if only its Ethernet padding is cut off") {
    const auto capture = capture_of(pcap_file({{ethernet(0x0800, ipv4(28), 60), 0, 42}}));
    CHECK(packets_of(capture) == Packets{ipv4(28)});
}

TEST_CASE("a header that contradicts its frame makes the packet malformed") {
    auto beyond = ipv4(100);
    beyond[3] = 101;
    auto zero = ipv4(100);
    zero[3] = 0;
    auto short_header = ipv4(100);
    short_header[0] = 0x44;
    auto below_header = ipv4(100);
    below_header[0] = 0x4F;
    below_header[3] = 59;
    auto jumbogram = ipv6(100);
    jumbogram[4] = jumbogram[5] = 0;
    const auto capture = capture_of(pcap_file({{ethernet(0x0800, ipv4(60))},
                                               {ethernet(0x0800, beyond)},
                                               {ethernet(0x0800, zero)},
                                               {ethernet(0x0800, short_header)},
                                               {ethernet(0x0800, below_header)},
                                               {ethernet(0x86DD, jumbogram)},
                                               {ethernet(0x86DD, ipv4(100))},
                                               {ethernet(0x0800, CaptureBytes(19, 0x45))}}));
    CHECK(packets_of(capture) == Packets{ipv4(60)});
    std::vector<std::uint64_t> frames;
    for (const auto& malformed : capture.census.malformed) {
        frames.push_back(malformed.frame);
    }
    CHECK(frames == std::vector<std::uint64_t>{2, 3, 4, 5, 6, 7, 8});
    CHECK(capture.census.truncated.empty());
}

TEST_CASE("every frame is either replayed or left out for one reason") {
    const auto capture = capture_of(pcap_file({{arp()},
                                               {ethernet(0x0800, ipv4(60))},
                                               {ethernet(0x0800, ipv4(9000))},
                                               {ethernet(0x0800, ipv4(900)), 0, 64},
                                               {ethernet(0x86DD, ipv4(60))},
                                               {ethernet(0x86DD, ipv6(60))}}));
    const auto& census = capture.census;
    CHECK(census.frames == census.packets() + 1 + census.too_large.size() +
                               census.truncated.size() + census.malformed.size());
}

TEST_CASE("a long list of left-out frames is named in part and counted whole") {
    std::vector<Frame> frames{{ethernet(0x0800, ipv4(60))}};
    frames.resize(6, {ethernet(0x0800, ipv4(3000))});
    const auto lines = describe(capture_of(pcap_file(frames)).census, 2);
    CHECK(lines.back() ==
          "5 over the limit of 1966 bytes: frame 2 (3000 bytes), frame 3 (3000 "
          "bytes), and 3 more");
}
