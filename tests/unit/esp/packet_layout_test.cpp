// SPDX-License-Identifier: Apache-2.0
// Sizes of ESP tunnel packets: RFC 4303 section 2.4 (alignment), RFC 4106 sections 3 and 6.
#include "host/stacks/esp/packet_layout.h"
#include "tests/support/catch.h"

using namespace lookaside::esp;

namespace {

struct Size {
    std::size_t inner;
    std::size_t outer;
};

}  // namespace

TEST_CASE("an IPv4 tunnel packet is 54 to 57 bytes longer than the inner packet") {
    const auto [inner, outer] =
        GENERATE(Size{40, 96}, Size{64, 120}, Size{128, 184}, Size{256, 312}, Size{512, 568},
                 Size{1024, 1080}, Size{1280, 1336}, Size{1400, 1456}, Size{1420, 1476},
                 Size{1438, 1492}, Size{1446, 1500}, Size{1447, 1504}, Size{1500, 1556});
    CHECK(PacketLayout(ipv4_header_bytes, inner).total_bytes() == outer);
}

TEST_CASE("an IPv6 tunnel packet is 20 bytes longer than an IPv4 one") {
    CHECK(PacketLayout(ipv6_header_bytes, 1420).total_bytes() == 1496);
}

TEST_CASE("padding ends the trailer on a four-byte boundary and is the shortest that does") {
    for (std::size_t inner = 20; inner < 60; ++inner) {
        const PacketLayout layout(ipv4_header_bytes, inner);
        CHECK(layout.payload_bytes() == inner + layout.padding_bytes() + trailer_bytes);
        CHECK(layout.payload_bytes() % 4 == 0);
        CHECK(layout.padding_bytes() < 4);
    }
}

TEST_CASE("the parts follow one another without a gap") {
    const PacketLayout layout(ipv4_header_bytes, 100);
    CHECK(layout.esp_offset() == 20);
    CHECK(layout.iv_offset() == 28);
    CHECK(layout.payload_offset() == 36);
    CHECK(layout.icv_offset() == 36 + 104);
    CHECK(layout.total_bytes() == 36 + 104 + 16);
}

TEST_CASE("the largest inner packet fills the cipher's limit and one byte more exceeds it") {
    const auto limit = GENERATE(4u, 5u, 1967u, 1968u, 1969u, 2048u);
    const auto inner = largest_inner(limit);
    CHECK(PacketLayout(ipv4_header_bytes, inner).payload_bytes() <= limit);
    CHECK(PacketLayout(ipv4_header_bytes, inner + 1).payload_bytes() > limit);
}
