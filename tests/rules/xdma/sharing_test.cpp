// SPDX-License-Identifier: Apache-2.0
// Rules of several channels at once, and of the AXI shape that a link gets.
#include "tests/rules/xdma/bench.h"
#include "tests/support/catch.h"

using namespace lookaside;
using namespace lookaside::test;

namespace {

xdma::Parameters four_channels() {
    xdma::Parameters parameters;
    parameters.h2c_channels = 4;
    parameters.c2h_channels = 4;
    return parameters;
}

}  // namespace

TEST_CASE("four channels each way work at once and finish with their own data") {
    FakeEndpoint::Settings settings;
    settings.order = FakeEndpoint::Order::interleaved;
    settings.queue_depth = 4;
    XdmaBench bench(settings, four_channels());
    for (unsigned n = 0; n < 4; ++n) {
        bench.transfer(Way::h2c, 0x10000 + 0x4000 * n, 0x4000 * n, 8192, n, 0x1000 + 64 * n);
        bench.transfer(Way::c2h, 0x20000 + 0x4000 * n, 0x40000 + 0x4000 * n, 8192, n,
                       0x2000 + 64 * n);
    }
    bench.run_for(400_us);
    for (unsigned n = 0; n < 4; ++n) {
        CHECK(bench.same(0x10000 + 0x4000 * n, 0x4000 * n, 8192));
        CHECK(bench.same(0x40000 + 0x4000 * n, 0x20000 + 0x4000 * n, 8192));
        CHECK(bench.status(Way::h2c, n) ==
              (ds::status::descriptor_stopped | ds::status::descriptor_completed));
        CHECK(bench.status(Way::c2h, n) ==
              (ds::status::descriptor_stopped | ds::status::descriptor_completed));
    }
}

TEST_CASE("channels take turns at the requester") {
    FakeEndpoint::Settings settings;
    settings.queue_depth = 1;
    settings.drain_interval = 500_ns;
    XdmaBench bench(settings, four_channels());
    for (unsigned n = 0; n < 4; ++n) {
        bench.transfer(Way::c2h, 0x4000 * n, 0x10000 + 0x4000 * n, 4096, n, 0x1000 + 64 * n);
    }
    bench.run_for(200_us);
    // While all four have data to send, any four writes in a row come from four channels.
    const auto& writes = bench.endpoint.writes;
    REQUIRE(writes.size() == 4 * 32);
    for (std::size_t i = 16; i + 4 <= 96; i += 4) {
        std::vector<std::uint64_t> channels;
        for (std::size_t k = i; k < i + 4; ++k) {
            channels.push_back((writes[k].address - 0x10000) / 0x4000);
        }
        std::sort(channels.begin(), channels.end());
        CHECK(channels == std::vector<std::uint64_t>{0, 1, 2, 3});
    }
}

TEST_CASE("channels take turns at the AXI master") {
    xdma::Parameters parameters = four_channels();
    parameters.axi = {64, Hertz{62'500'000}};
    parameters.axi_bursts = 1;
    XdmaBench bench({}, parameters);
    for (unsigned n = 0; n < 2; ++n) {
        bench.transfer(Way::c2h, 0x4000 * n, 0x10000 + 0x4000 * n, 4096, n, 0x1000 + 64 * n);
    }
    bench.run_for(200_us);
    const auto& accesses = bench.card.accesses;
    REQUIRE(accesses.size() == 64);
    for (std::size_t i = 8; i + 1 < 56; ++i) {
        CHECK(accesses[i].address / 0x4000 != accesses[i + 1].address / 0x4000);
    }
}

TEST_CASE("an error on one channel leaves the others alone") {
    XdmaBench bench({}, four_channels());
    bench.transfer(Way::h2c, 0x8000, 0x1000'0000, 4096, 0, 0x1000);
    bench.transfer(Way::h2c, 0x10000, 0x4000, 4096, 1, 0x1040);
    bench.run_for(100_us);
    CHECK(bench.status(Way::h2c, 0) == ds::status::write_axi_decode_error);
    CHECK(bench.same(0x10000, 0x4000, 4096));
}

TEST_CASE("interrupt bits count H2C channels first, then C2H channels") {
    xdma::Parameters parameters;
    parameters.h2c_channels = 2;
    parameters.c2h_channels = 2;
    XdmaBench bench({}, parameters);
    bench.write_channel(Way::c2h, 1, ds::channel::interrupt_enable_mask, XdmaBench::everything);
    bench.transfer(Way::c2h, 0, 0x8000, 64, 1);
    bench.run_for(20_us);
    CHECK(bench.read(ds::target_irq_block + ds::irq_block::channel_interrupt_pending) == 1U << 3);
}

TEST_CASE("each link gets the narrowest and slowest AXI shape that carries it") {
    using xdma::AxiShape;
    struct Row {
        unsigned generation;
        unsigned lanes;
        AxiShape shape;
    };
    const Hertz slow{62'500'000};
    const std::vector<Row> rows{
        {1, 1, {64, slow}},      {1, 2, {64, slow}},     {1, 4, {64, 125_MHz}},
        {1, 8, {64, 250_MHz}},   {2, 1, {64, slow}},     {2, 2, {64, 125_MHz}},
        {2, 4, {64, 250_MHz}},   {2, 8, {128, 250_MHz}}, {3, 1, {64, 125_MHz}},
        {3, 2, {64, 250_MHz}},   {3, 4, {128, 250_MHz}}, {3, 8, {256, 250_MHz}},
        {3, 16, {512, 250_MHz}}, {4, 8, {512, 250_MHz}}, {4, 16, {512, 250_MHz}},
    };
    for (const Row& row : rows) {
        INFO("Gen" << row.generation << " x" << row.lanes);
        CHECK(xdma::axi_shape_for_link(row.generation, row.lanes) == row.shape);
    }
    CHECK_THROWS(xdma::axi_shape_for_link(6, 1));
}
