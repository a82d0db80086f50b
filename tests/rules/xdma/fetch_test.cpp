// SPDX-License-Identifier: Apache-2.0
// Rules of fetching descriptors.
#include "tests/rules/xdma/bench.h"
#include "tests/support/catch.h"

using namespace lookaside;
using namespace lookaside::test;

namespace {

/// `count` adjacent descriptors of 64 bytes each at `list`, the last one with Stop.
void put_block(XdmaBench& bench, std::uint64_t list, unsigned count) {
    for (unsigned i = 0; i < count; ++i) {
        const bool is_last = i + 1 == count;
        bench.put(
            list + 32 * i,
            XdmaBench::descriptor(0x10000 + 64 * i, 64 * i, 64, is_last ? XdmaBench::last : 0,
                                  is_last ? 0 : list + 32 * (i + 1), is_last ? 0 : count - i - 2));
    }
}

std::vector<FakeEndpoint::Read> descriptor_reads(const XdmaBench& bench) {
    std::vector<FakeEndpoint::Read> result;
    for (const auto& read : bench.endpoint.reads) {
        if (read.address < 0x10000) {
            result.push_back(read);
        }
    }
    return result;
}

}  // namespace

TEST_CASE("a block of adjacent descriptors is fetched in one read up to MRRS") {
    XdmaBench bench;
    put_block(bench, 0x1000, 16);
    bench.start(Way::h2c, 0x1000, 15);
    bench.run_for(50_us);
    const auto reads = descriptor_reads(bench);
    REQUIRE(reads.size() == 1);
    CHECK(reads[0].length == 512);
    CHECK(bench.read_channel(Way::h2c, 0, ds::channel::completed_descriptor_count) == 16);
    CHECK(bench.same(0x10000, 0, 16 * 64));
}

TEST_CASE("a block longer than MRRS takes several reads") {
    XdmaBench bench;
    put_block(bench, 0x1000, 20);
    bench.start(Way::h2c, 0x1000, 19);
    bench.run_for(50_us);
    const auto reads = descriptor_reads(bench);
    REQUIRE(reads.size() == 2);
    CHECK(reads[0].length == 512);
    CHECK(reads[1].length == 128);
    CHECK(bench.same(0x10000, 0, 20 * 64));
}

TEST_CASE("the last descriptor of a block names the next block and its length") {
    XdmaBench bench;
    bench.put(0x1000, XdmaBench::descriptor(0x10000, 0, 64, 0, 0x1020, 0));
    bench.put(0x1020, XdmaBench::descriptor(0x10040, 64, 64, 0, 0x2000, 1));
    bench.put(0x2000, XdmaBench::descriptor(0x10080, 128, 64, 0, 0x2020, 0));
    bench.put(0x2020, XdmaBench::descriptor(0x100C0, 192, 64, XdmaBench::last));
    bench.start(Way::h2c, 0x1000, 1);
    bench.run_for(50_us);
    const auto reads = descriptor_reads(bench);
    REQUIRE(reads.size() == 2);
    CHECK(reads[1].address == 0x2000);
    CHECK(reads[1].length == 64);
    CHECK(bench.same(0x10000, 0, 256));
}

TEST_CASE("a block that breaks the 4 KB rule is counted, and its reads are still cut there") {
    XdmaBench bench;
    put_block(bench, 0x1FC0, 4);
    bench.start(Way::h2c, 0x1FC0, 3);
    bench.run_for(50_us);
    const auto reads = descriptor_reads(bench);
    REQUIRE(reads.size() == 2);
    CHECK(reads[0].length == 64);
    CHECK(reads[1].address == 0x2000);
    CHECK(bench.same(0x10000, 0, 256));
}

TEST_CASE("a descriptor with wrong magic stops the engine with magic_stopped") {
    XdmaBench bench;
    auto bad = XdmaBench::descriptor(0x10000, 0, 64, XdmaBench::last);
    bad.control ^= 1U << 16;
    bench.put(0x1000, bad);
    bench.start(Way::h2c, 0x1000);
    bench.run_for(20_us);
    CHECK(bench.status(Way::h2c) == ds::status::magic_stopped);
    CHECK(bench.card.accesses.empty());
}

TEST_CASE("descriptors before the one with wrong magic are carried out") {
    XdmaBench bench;
    put_block(bench, 0x1000, 3);
    auto bad = XdmaBench::descriptor(0x10080, 128, 64, XdmaBench::last);
    bad.control &= 0xFFFF;
    bench.put(0x1040, bad);
    bench.start(Way::h2c, 0x1000, 2);
    bench.run_for(20_us);
    CHECK(bench.status(Way::h2c) == ds::status::magic_stopped);
    CHECK(bench.read_channel(Way::h2c, 0, ds::channel::completed_descriptor_count) == 2);
    CHECK(bench.same(0x10000, 0, 128));
}

TEST_CASE("without its ie bit the engine stops on wrong magic but logs nothing") {
    XdmaBench bench;
    bench.put(0x1000, ds::Descriptor{});
    bench.start(Way::h2c, 0x1000, 0, 0, 0);
    bench.run_for(20_us);
    CHECK(bench.status(Way::h2c) == 0);
}

TEST_CASE("a failed descriptor fetch sets the descriptor error bit of its kind") {
    XdmaBench bench;
    bench.endpoint.failing_address = 0x1000;
    bench.transfer(Way::c2h, 0, 0x8000, 64);
    bench.run_for(20_us);
    CHECK(bench.status(Way::c2h) == ds::status::descriptor_unsupported_request);
    bench.stop(Way::c2h);
    bench.endpoint.failure = pcie::CompletionStatus::completer_abort;
    bench.transfer(Way::c2h, 0, 0x8000, 64);
    bench.run_for(20_us);
    CHECK(bench.status(Way::c2h) == ds::status::descriptor_completer_abort);
    CHECK(bench.endpoint.writes.empty());
}

TEST_CASE("fetching stays within the descriptor buffer") {
    xdma::Parameters parameters;
    parameters.descriptor_buffer = 4;
    parameters.descriptors_in_flight = 1;
    XdmaBench bench({}, parameters);
    put_block(bench, 0x1000, 16);
    bench.start(Way::h2c, 0x1000, 15);
    bench.run_for(100_us);
    for (const auto& read : descriptor_reads(bench)) {
        CHECK(read.length <= 4 * 32);
    }
    CHECK(bench.same(0x10000, 0, 16 * 64));
}

TEST_CASE("descriptors that arrive out of order are used in order") {
    FakeEndpoint::Settings settings;
    settings.max_read_request_size = 128;
    settings.order = FakeEndpoint::Order::newest_first;
    settings.piece = 32;
    XdmaBench bench(settings);
    put_block(bench, 0x1000, 16);
    bench.start(Way::h2c, 0x1000, 15);
    bench.run_for(100_us);
    CHECK(bench.same(0x10000, 0, 16 * 64));
    CHECK(std::is_sorted(bench.card.accesses.begin(), bench.card.accesses.end(),
                         [](const auto& a, const auto& b) { return a.address < b.address; }));
}

TEST_CASE("a halted channel fetches nothing until the halt bit is cleared") {
    XdmaBench bench;
    namespace common = ds::sgdma_common;
    bench.write(ds::target_sgdma_common + common::descriptor_control_w1s, 1U << 0);
    bench.transfer(Way::h2c, 0x8000, 0, 64);
    bench.run_for(20_us);
    CHECK(bench.endpoint.reads.empty());
    std::vector<std::string> waits;
    bench.dma.describe_waits(waits);
    REQUIRE(waits.size() == 1);
    CHECK(waits[0].find("halted by software") != std::string::npos);
    bench.write(ds::target_sgdma_common + common::descriptor_control_w1c, 1U << 0);
    bench.run_for(20_us);
    CHECK(bench.same(0x8000, 0, 64));
}

TEST_CASE("the halt bit of one direction does not halt the other") {
    XdmaBench bench;
    bench.write(ds::target_sgdma_common + ds::sgdma_common::descriptor_control, 1U << 0);
    bench.transfer(Way::c2h, 0, 0x8000, 64);
    bench.run_for(20_us);
    CHECK(bench.same(0x8000, 0, 64));
}

TEST_CASE("in credit mode each descriptor fetched costs one credit") {
    XdmaBench bench;
    put_block(bench, 0x1000, 4);
    bench.write(ds::target_sgdma_common + ds::sgdma_common::credit_mode_enable_w1s, 1U << 0);
    const std::uint32_t credits =
        XdmaBench::at(ds::target_h2c_sgdma, 0, ds::sgdma::descriptor_credits);
    bench.write(credits, 3);
    CHECK(bench.read(credits) == 3);
    bench.start(Way::h2c, 0x1000, 3);
    bench.run_for(20_us);
    CHECK(bench.read(credits) == 0);
    CHECK(bench.read_channel(Way::h2c, 0, ds::channel::completed_descriptor_count) == 3);
    bench.write(credits, 1);
    bench.run_for(20_us);
    CHECK(bench.read_channel(Way::h2c, 0, ds::channel::completed_descriptor_count) == 4);
}

TEST_CASE("credits are lost when run falls and when credit mode is left") {
    XdmaBench bench;
    const std::uint32_t credits =
        XdmaBench::at(ds::target_h2c_sgdma, 0, ds::sgdma::descriptor_credits);
    bench.write(ds::target_sgdma_common + ds::sgdma_common::credit_mode_enable_w1s, 1U << 0);
    bench.transfer(Way::h2c, 0x8000, 0, 64);
    bench.write(credits, 9);
    bench.run_for(20_us);
    bench.stop(Way::h2c);
    CHECK(bench.read(credits) == 0);
    bench.write(credits, 5);
    bench.write(ds::target_sgdma_common + ds::sgdma_common::credit_mode_enable_w1c, 1U << 0);
    CHECK(bench.read(credits) == 0);
}

TEST_CASE("a list without Stop runs on, round a ring, until run is cleared") {
    XdmaBench bench;
    bench.put(0x1000, XdmaBench::descriptor(0x10000, 0, 64, 0, 0x1020, 0));
    bench.put(0x1020, XdmaBench::descriptor(0x10040, 64, 64, 0, 0x1000, 1));
    bench.start(Way::h2c, 0x1000, 1);
    bench.run_for(50_us);
    CHECK((bench.status(Way::h2c) & ds::status::busy) != 0);
    const auto count = bench.read_channel(Way::h2c, 0, ds::channel::completed_descriptor_count);
    CHECK(count > 20);
    bench.stop(Way::h2c);
    bench.run_for(10_us);
    CHECK(bench.status(Way::h2c) == ds::status::idle_stopped);
}
