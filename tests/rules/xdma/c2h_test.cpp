// SPDX-License-Identifier: Apache-2.0
// Rules of moving data from the card to the host.
#include "tests/rules/xdma/bench.h"
#include "tests/support/catch.h"

using namespace lookaside;
using namespace lookaside::test;

TEST_CASE("a C2H descriptor brings card memory to the host address") {
    XdmaBench bench;
    bench.transfer(Way::c2h, 0x100, 0x8000, 1516);
    bench.run_for(20_us);
    CHECK(bench.same(0x8000, 0x100, 1516));
    CHECK(bench.read_channel(Way::c2h, 0, ds::channel::completed_descriptor_count) == 1);
}

TEST_CASE("C2H writes are cut at MPS and at 4 KB") {
    XdmaBench bench;
    bench.transfer(Way::c2h, 0, 0x8FC0, 300);
    bench.run_for(20_us);
    const auto& writes = bench.endpoint.writes;
    REQUIRE(writes.size() == 3);
    CHECK(writes[0].data.size() == 64);
    CHECK(writes[1].address == 0x9000);
    CHECK(writes[1].data.size() == 128);
    CHECK(writes[2].data.size() == 108);
}

TEST_CASE("the user's MPS limit holds when it is smaller than the host's") {
    FakeEndpoint::Settings settings;
    settings.max_payload_size = 512;
    XdmaBench bench(settings);
    bench.write(ds::target_config_block + ds::config_block::user_max_payload_size, 1);
    bench.transfer(Way::c2h, 0, 0x8000, 1024);
    bench.run_for(20_us);
    CHECK(bench.endpoint.writes.size() == 4);
}

TEST_CASE("C2H data crosses AXI 4 KB boundaries in separate bursts") {
    XdmaBench bench;
    bench.transfer(Way::c2h, 0xFE0, 0x8000, 128);
    bench.run_for(20_us);
    REQUIRE(bench.card.accesses.size() == 2);
    CHECK(bench.card.accesses[0].length == 0x20);
    CHECK(bench.card.accesses[1].address == 0x1000);
    CHECK(bench.same(0x8000, 0xFE0, 128));
}

TEST_CASE("a full transmit queue holds C2H back without losing or reordering data") {
    FakeEndpoint::Settings settings;
    settings.queue_depth = 2;
    settings.drain_interval = 1_us;
    XdmaBench bench(settings);
    bench.transfer(Way::c2h, 0, 0x8000, 4096);
    bench.run_for(100_us);
    CHECK(bench.same(0x8000, 0, 4096));
    CHECK(bench.endpoint.writes.size() == 32);
}

TEST_CASE("AXI reads run ahead of the link only as far as the write buffers reach") {
    FakeEndpoint::Settings settings;
    settings.queue_depth = 1;
    settings.drain_interval = 10_us;
    xdma::Parameters parameters;
    parameters.outstanding_writes = 4;
    XdmaBench bench(settings, parameters);
    bench.transfer(Way::c2h, 0, 0x8000, 4096);
    bench.run_for(12_us);
    CHECK(bench.card.accesses.size() <= bench.endpoint.writes.size() + 4);
    CHECK(bench.endpoint.writes.size() <= 2);
}

TEST_CASE("a C2H descriptor is done when its last write is accepted, not before") {
    FakeEndpoint::Settings settings;
    settings.queue_depth = 1;
    settings.drain_interval = 5_us;
    XdmaBench bench(settings);
    bench.transfer(Way::c2h, 0, 0x8000, 384);
    bench.run_for(9_us);
    CHECK(bench.read_channel(Way::c2h, 0, ds::channel::completed_descriptor_count) == 0);
    CHECK((bench.status(Way::c2h) & ds::status::busy) != 0);
    bench.run_for(20_us);
    CHECK(bench.read_channel(Way::c2h, 0, ds::channel::completed_descriptor_count) == 1);
}

TEST_CASE("AXI read errors are logged on C2H and nothing is written") {
    XdmaBench bench;
    bench.transfer(Way::c2h, 0x1000'0000, 0x8000, 256);
    bench.run_for(30_us);
    CHECK(bench.status(Way::c2h) == ds::status::read_axi_decode_error);
    CHECK(bench.endpoint.writes.empty());
    bench.stop(Way::c2h);
    bench.card.failure = tlm::TLM_GENERIC_ERROR_RESPONSE;
    bench.transfer(Way::c2h, 0, 0x8000, 256);
    bench.run_for(30_us);
    CHECK(bench.status(Way::c2h) == ds::status::read_axi_slave_error);
    CHECK(bench.endpoint.writes.empty());
}

TEST_CASE("the write-back arrives after the data, with the count") {
    FakeEndpoint::Settings settings;
    settings.queue_depth = 1;
    settings.drain_interval = 300_ns;
    XdmaBench bench(settings);
    bench.write_channel(Way::c2h, 0, ds::channel::poll_mode_wb_lo, 0x3000);
    bench.transfer(Way::c2h, 0, 0x8000, 1024, 0, 0x1000,
                   XdmaBench::everything | ds::control::poll_mode_wb_enable);
    bench.run_for(50_us);
    const auto& writes = bench.endpoint.writes;
    REQUIRE(writes.size() == 9);
    CHECK(writes.back().address == 0x3000);
    CHECK(writes.back().data == std::vector<std::uint8_t>{1, 0, 0, 0});
}

TEST_CASE("only descriptors with the Completed bit cause a write-back") {
    XdmaBench bench;
    bench.write_channel(Way::h2c, 0, ds::channel::poll_mode_wb_lo, 0x3000);
    bench.put(0x1000, XdmaBench::descriptor(0x8000, 0, 64, 0, 0x1020, 0));
    bench.put(0x1020, XdmaBench::descriptor(0x8040, 64, 64, XdmaBench::last));
    bench.start(Way::h2c, 0x1000, 1, 0, XdmaBench::everything | ds::control::poll_mode_wb_enable);
    bench.run_for(50_us);
    REQUIRE(bench.endpoint.writes.size() == 1);
    CHECK(bench.endpoint.writes[0].data == std::vector<std::uint8_t>{2, 0, 0, 0});
}

TEST_CASE("without its enable bit there is no write-back") {
    XdmaBench bench;
    bench.write_channel(Way::h2c, 0, ds::channel::poll_mode_wb_lo, 0x3000);
    bench.transfer(Way::h2c, 0x8000, 0, 64);
    bench.run_for(50_us);
    CHECK(bench.endpoint.writes.empty());
}
