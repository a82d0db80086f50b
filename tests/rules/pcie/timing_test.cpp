// SPDX-License-Identifier: Apache-2.0
// Numbers that follow from generation, width and maximum payload.
#include "base/error.h"
#include "models/pcie/latency_timer.h"
#include "models/pcie/wire.h"
#include "tests/support/catch.h"

using namespace lookaside;
using namespace lookaside::pcie;

namespace {

LinkParameters link(unsigned generation, unsigned width, Bytes mps = 128) {
    LinkParameters parameters;
    parameters.generation = static_cast<Generation>(generation);
    parameters.width = width;
    parameters.max_payload_size = mps;
    parameters.upstream_credits = {{{0, 0}, {0, 0}, {0, 0}}};
    parameters.downstream_credits = parameters.upstream_credits;
    return parameters;
}

}  // namespace

TEST_CASE("the Ack latency limit is that of the specification's tables") {
    struct Entry {
        unsigned generation;
        Bytes mps;
        std::array<std::uint64_t, 6> symbols;  // x1, x2, x4, x8, x12, x16
    };
    const std::vector<Entry> table{
        {1, 128, {237, 128, 73, 67, 58, 48}},        {1, 256, {416, 217, 118, 107, 90, 72}},
        {1, 512, {559, 289, 154, 86, 109, 86}},      {1, 1024, {1071, 545, 282, 150, 194, 150}},
        {1, 2048, {2095, 1057, 538, 278, 365, 278}}, {1, 4096, {4143, 2081, 1050, 534, 706, 534}},
        {2, 128, {288, 179, 124, 118, 109, 99}},     {2, 256, {467, 268, 169, 158, 141, 123}},
        {2, 512, {610, 340, 205, 137, 160, 137}},    {2, 4096, {4194, 2132, 1101, 585, 757, 585}},
        {3, 128, {333, 224, 169, 163, 154, 144}},    {3, 256, {512, 313, 214, 203, 186, 168}},
        {4, 512, {655, 385, 250, 182, 205, 182}},    {5, 4096, {4239, 2177, 1146, 630, 802, 630}},
    };
    const std::array<unsigned, 6> widths{1, 2, 4, 8, 12, 16};
    for (const Entry& entry : table) {
        for (std::size_t i = 0; i < widths.size(); ++i) {
            INFO("Gen" << entry.generation << " x" << widths[i] << " MPS " << entry.mps);
            CHECK(LinkTiming(link(entry.generation, widths[i], entry.mps))
                      .ack_latency_limit_symbols() == entry.symbols[i]);
        }
    }
}

TEST_CASE("a byte takes a symbol time, spread over the lanes") {
    CHECK(LinkTiming(link(1, 1)).wire_time(24) == 96_ns);
    CHECK(LinkTiming(link(2, 4)).wire_time(152) == 76_ns);
    CHECK(LinkTiming(link(3, 1)).wire_time(128) == 130_ns);
    CHECK(LinkTiming(link(5, 16)).wire_time(4096) == 65_ns);
    CHECK(LinkTiming(link(1, 16)).raw_bits_per_second() == Approx(32e9));
    CHECK(LinkTiming(link(5, 16)).raw_bits_per_second() == Approx(504.123e9).epsilon(1e-5));
}

TEST_CASE("the replay timer is three Ack limits before 4.0 and 24,000 symbol times from then on") {
    LinkParameters parameters = link(1, 1);
    parameters.phy_latency = 0_ps;
    CHECK(LinkTiming(parameters).replay_timeout() == 711 * 4_ns);
    parameters.generation = Generation::gen4;
    CHECK(to_us(LinkTiming(parameters).replay_timeout()) == Approx(24'000 * 0.5078125e-3));
}

TEST_CASE("a link that does not exist is refused with the reason") {
    CHECK_THROWS_AS(LinkTiming(link(2, 3)), InputError);
    CHECK_THROWS_AS(LinkTiming(link(2, 32)), InputError);
    CHECK_THROWS_AS(LinkTiming(link(2, 4, 64)), InputError);
    CHECK_THROWS_AS(LinkTiming(link(2, 4, 384)), InputError);
    CHECK_THROWS_WITH(LinkTiming(link(2, 3)), Catch::Contains("not 3"));
    LinkParameters credits = link(2, 4);
    credits.upstream_credits[0] = {128, 0};
    CHECK_THROWS_AS(LinkTiming(credits), InputError);
    credits.upstream_credits[0] = {8, 7};  // less than a packet of 128 bytes
    CHECK_THROWS_AS(LinkTiming(credits), InputError);
}

TEST_CASE("an SKP ordered set that becomes due during a packet follows it") {
    const LinkTiming timing(link(1, 1));
    Wire wire(timing);
    const SimTime due = timing.skp_interval();
    CHECK(due == 1538 * 4_ns);
    const SimTime end = wire.occupy(due - 100_ns, 608_ns);
    CHECK(wire.earliest_start(0_ps) == end + 16_ns);
    wire.occupy(end + 16_ns, 8_ns);
    CHECK(wire.earliest_start(0_ps) == end + 24_ns);
    CHECK(wire.skips() == 1);
}

TEST_CASE("SKP ordered sets on an idle wire delay only a packet that meets one") {
    const LinkTiming timing(link(1, 1));
    const Wire wire(timing);
    const SimTime tenth = 10 * timing.skp_interval();
    CHECK(wire.earliest_start(tenth - 1_ns) == tenth - 1_ns);
    CHECK(wire.earliest_start(tenth + 4_ns) == tenth + 16_ns);
    CHECK(wire.earliest_start(tenth + 17_ns) == tenth + 17_ns);
}

TEST_CASE("several SKP ordered sets pile up behind a long packet") {
    const LinkTiming timing(link(1, 1, 4096));
    Wire wire(timing);
    const SimTime end = wire.occupy(1_us, timing.wire_time(4124));
    // 17.5 us: due at 6.15 and 12.3 us.
    CHECK(wire.earliest_start(0_ps) == end + 2 * 16_ns);
}

TEST_CASE("a latency timer under load comes due once a limit, whatever the delay of its DLLPs") {
    LatencyTimer timer(100_ns);
    SimTime due = timer.due_of(1000_ns);
    CHECK(due == 1100_ns);
    for (int i = 2; i < 10; ++i) {
        timer.restart(due + 30_ns);
        due = timer.due_of(due + 40_ns);
        CHECK(due == 1000_ns + i * 100_ns);
    }
}

TEST_CASE("a latency timer starts anew after a pause") {
    LatencyTimer timer(100_ns);
    timer.restart(timer.due_of(1000_ns));
    CHECK(timer.due_of(1250_ns) == 1250_ns);  // expired meanwhile: at once
    timer.restart(1250_ns);
    CHECK(timer.due_of(5000_ns) == 5100_ns);
}
