// SPDX-License-Identifier: Apache-2.0
// Rules of moving data from the host to the card.
#include "tests/rules/xdma/bench.h"
#include "tests/support/catch.h"

using namespace lookaside;
using namespace lookaside::test;

TEST_CASE("an H2C descriptor brings host memory to the AXI address") {
    XdmaBench bench;
    bench.transfer(Way::h2c, 0x8000, 0x100, 1500);
    bench.run_for(20_us);
    CHECK(bench.same(0x8000, 0x100, 1500));
    CHECK(bench.read_channel(Way::h2c, 0, ds::channel::completed_descriptor_count) == 1);
}

TEST_CASE("H2C requests are cut at MRRS and at 4 KB") {
    XdmaBench bench;
    bench.transfer(Way::h2c, 0x8F80, 0, 1024);
    bench.run_for(20_us);
    const auto& reads = bench.endpoint.reads;
    REQUIRE(reads.size() == 4);  // the descriptor, then 128 to the page's end, 512, 384
    CHECK(reads[1].address == 0x8F80);
    CHECK(reads[1].length == 128);
    CHECK(reads[2].address == 0x9000);
    CHECK(reads[2].length == 512);
    CHECK(reads[3].length == 384);
    CHECK(bench.same(0x8F80, 0, 1024));
}

TEST_CASE("the user's MRRS limit holds when it is smaller than the host's") {
    XdmaBench bench;
    bench.write(ds::target_config_block + ds::config_block::user_max_read_request_size, 0);
    bench.transfer(Way::h2c, 0x8000, 0, 1024);
    bench.run_for(20_us);
    CHECK(bench.endpoint.reads.size() == 1 + 8);
    CHECK(bench.endpoint.reads[1].length == 128);
}

TEST_CASE("data split over several reads reaches AXI in order though completions interleave") {
    FakeEndpoint::Settings settings;
    settings.order = FakeEndpoint::Order::interleaved;
    XdmaBench bench(settings);
    bench.transfer(Way::h2c, 0x8000, 0x400, 4096);
    bench.run_for(30_us);
    CHECK(bench.same(0x8000, 0x400, 4096));
    std::uint64_t next = 0x400;
    for (const auto& access : bench.card.accesses) {
        CHECK(access.address == next);
        next += access.length;
    }
    CHECK(next == 0x400 + 4096);
}

TEST_CASE("data whose completions come newest first still reaches AXI in order") {
    FakeEndpoint::Settings settings;
    settings.order = FakeEndpoint::Order::newest_first;
    XdmaBench bench(settings);
    bench.transfer(Way::h2c, 0x8000, 0x400, 4096);
    bench.run_for(30_us);
    CHECK(bench.same(0x8000, 0x400, 4096));
    CHECK(std::is_sorted(bench.card.accesses.begin(), bench.card.accesses.end(),
                         [](const auto& a, const auto& b) { return a.address < b.address; }));
}

TEST_CASE("AXI writes start with the first completion, not with the last") {
    FakeEndpoint::Settings settings;
    settings.piece_interval = 1_us;
    XdmaBench bench(settings);
    bench.transfer(Way::h2c, 0x8000, 0, 512);
    bench.run_for(30_us);
    REQUIRE(bench.card.accesses.size() == 8);
    CHECK(bench.card.accesses[1].first_beat - bench.card.accesses[0].first_beat >= 990_ns);
}

TEST_CASE("AXI beats move one a clock, on clock edges, and never overlap") {
    FakeEndpoint::Settings settings;
    settings.piece_interval = 3_ns;  // faster than AXI
    xdma::Parameters parameters;
    parameters.axi = {64, 125_MHz};
    XdmaBench bench(settings, parameters);
    bench.transfer(Way::h2c, 0x8000, 0, 1024);
    bench.run_for(30_us);
    SimTime free{0};
    for (const auto& access : bench.card.accesses) {
        CHECK(access.first_beat % 8_ns == 0_ps);
        CHECK(access.first_beat >= free);
        free = access.first_beat + 8_ns * static_cast<std::int64_t>(access.length / 8);
    }
    CHECK(free - bench.card.accesses.front().first_beat == 8_ns * 128);
}

TEST_CASE("a beat that two completions share is paid for once") {
    FakeEndpoint::Settings settings;
    settings.piece_interval = 3_ns;
    xdma::Parameters parameters;
    parameters.axi = {128, 125_MHz};
    XdmaBench bench(settings, parameters);
    // Host at +4, card at +0: every completion after the first ends within a beat.
    bench.transfer(Way::h2c, 0x8004, 0, 512);
    bench.run_for(30_us);
    std::vector<Statistic> values;
    std::vector<ResourceUsage> resources;
    bench.statistics.collect(bench.agenda.now(), values, resources);
    const auto axi = std::find_if(resources.begin(), resources.end(),
                                  [](const auto& r) { return r.name == "xdma.axi_write"; });
    REQUIRE(axi != resources.end());
    CHECK(axi->busy == 8_ns * (512 / 16));
    CHECK(bench.same(0x8004, 0, 512));
}

TEST_CASE("no more reads are outstanding than the buffer has room for") {
    FakeEndpoint::Settings settings;
    settings.read_latency = 5_us;
    xdma::Parameters parameters;
    parameters.read_buffer = 2048;
    XdmaBench bench(settings, parameters);
    bench.transfer(Way::h2c, 0x8000, 0, 8192);
    bench.run_for(100_us);
    CHECK(bench.same(0x8000, 0, 8192));
    CHECK(bench.endpoint.most_outstanding == 4);
}

TEST_CASE("no more reads are outstanding than the channel has read IDs") {
    FakeEndpoint::Settings settings;
    settings.read_latency = 5_us;
    xdma::Parameters parameters;
    parameters.outstanding_reads = 2;
    XdmaBench bench(settings, parameters);
    bench.transfer(Way::h2c, 0x8000, 0, 4096);
    bench.run_for(100_us);
    CHECK(bench.same(0x8000, 0, 4096));
    CHECK(bench.endpoint.most_outstanding == 2);
}

TEST_CASE("buffer space is free only when AXI has taken the data") {
    FakeEndpoint::Settings settings;
    settings.piece_interval = 3_ns;
    xdma::Parameters parameters;
    parameters.axi = {64, 125_MHz};
    parameters.read_buffer = 512;
    XdmaBench bench(settings, parameters);
    bench.card.wait_states = 2_us;  // per burst
    bench.transfer(Way::h2c, 0x8000, 0, 1024);
    bench.run_for(100_us);
    REQUIRE(bench.endpoint.reads.size() == 3);
    // 512 bytes are 8 bursts of 64; the last of the first request ends 16 us after its start.
    CHECK(bench.endpoint.reads[2].at - bench.card.accesses.front().first_beat >= 16_us);
}

TEST_CASE("a refused read is tried again and nothing is lost") {
    FakeEndpoint::Settings settings;
    settings.queue_depth = 1;
    settings.drain_interval = 200_ns;
    settings.tags = 2;
    XdmaBench bench(settings);
    bench.transfer(Way::h2c, 0x8000, 0, 4096);
    bench.run_for(100_us);
    CHECK(bench.same(0x8000, 0, 4096));
    CHECK(bench.status(Way::h2c) ==
          (ds::status::descriptor_stopped | ds::status::descriptor_completed));
}

TEST_CASE("an unsupported request on H2C data is logged as read error and ends the list") {
    XdmaBench bench;
    bench.endpoint.failing_address = 0x8400;
    bench.transfer(Way::h2c, 0x8000, 0, 4096);
    bench.run_for(30_us);
    CHECK(bench.status(Way::h2c) == ds::status::read_unsupported_request);
    CHECK(bench.read_channel(Way::h2c, 0, ds::channel::completed_descriptor_count) == 0);
    CHECK(bench.same(0x8000, 0, 0x400));         // what came before the error
    CHECK_FALSE(bench.same(0x8400, 0x400, 64));  // nothing behind it
}

TEST_CASE("a completer abort and a poisoned completion each have their own bit") {
    XdmaBench bench;
    bench.endpoint.failing_address = 0x8000;
    bench.endpoint.failure = pcie::CompletionStatus::completer_abort;
    bench.transfer(Way::h2c, 0x8000, 0, 256);
    bench.run_for(30_us);
    CHECK(bench.status(Way::h2c) == ds::status::read_completer_abort);
    bench.stop(Way::h2c);
    bench.endpoint.failure = pcie::CompletionStatus::poisoned;
    bench.transfer(Way::h2c, 0x8000, 0, 256);
    bench.run_for(30_us);
    CHECK(bench.status(Way::h2c) == ds::status::read_poisoned);
}

TEST_CASE("a write outside the card is an AXI decode error") {
    XdmaBench bench;
    bench.transfer(Way::h2c, 0x8000, 0x1000'0000, 256);
    bench.run_for(30_us);
    CHECK(bench.status(Way::h2c) == ds::status::write_axi_decode_error);
}

TEST_CASE("an AXI slave error stops the channel, and a new start clears it") {
    XdmaBench bench;
    bench.card.failure = tlm::TLM_GENERIC_ERROR_RESPONSE;
    bench.transfer(Way::h2c, 0x8000, 0, 4096);
    bench.run_for(30_us);
    CHECK(bench.status(Way::h2c) == ds::status::write_axi_slave_error);
    bench.card.failure.reset();
    bench.stop(Way::h2c);
    bench.transfer(Way::h2c, 0x8000, 0, 4096);
    bench.run_for(30_us);
    CHECK(bench.same(0x8000, 0, 4096));
    CHECK(bench.status(Way::h2c) ==
          (ds::status::descriptor_stopped | ds::status::descriptor_completed));
}

TEST_CASE("a fixed-address transfer sends every beat to one address") {
    XdmaBench bench;
    bench.transfer(Way::h2c, 0x8000, 0x40, 128, 0, 0x1000,
                   XdmaBench::everything | ds::control::non_incremental_address);
    bench.run_for(30_us);
    REQUIRE(!bench.card.accesses.empty());
    for (const auto& access : bench.card.accesses) {
        CHECK(access.address == 0x40);
        CHECK(access.streaming_width == 8);
    }
}

TEST_CASE("a fixed-address transfer of part of a beat has an invalid length") {
    XdmaBench bench;
    bench.transfer(Way::h2c, 0x8000, 0x40, 132, 0, 0x1000,
                   XdmaBench::everything | ds::control::non_incremental_address);
    bench.run_for(30_us);
    CHECK(bench.status(Way::h2c) == ds::status::invalid_length);
    CHECK(bench.card.accesses.empty());
}

TEST_CASE("source and destination must agree in the bits that the alignments register names") {
    xdma::Parameters parameters;
    parameters.address_alignment = 8;
    XdmaBench bench({}, parameters);
    CHECK(bench.read_channel(Way::h2c, 0, ds::channel::alignments) == 0x00080140);
    bench.transfer(Way::h2c, 0x8004, 0x40, 128);
    bench.run_for(30_us);
    CHECK(bench.status(Way::h2c) == ds::status::align_mismatch);
}
