// SPDX-License-Identifier: Apache-2.0
// Rules of starting, stopping and counting.
#include "tests/rules/xdma/bench.h"
#include "tests/support/catch.h"

using namespace lookaside;
using namespace lookaside::test;

namespace {

constexpr auto count = ds::channel::completed_descriptor_count;

}  // namespace

TEST_CASE("after a Stop descriptor the engine is idle while run stays set") {
    XdmaBench bench;
    bench.transfer(Way::h2c, 0x8000, 0, 64);
    CHECK((bench.status(Way::h2c) & ds::status::busy) != 0);
    bench.run_for(20_us);
    CHECK((bench.status(Way::h2c) & ds::status::busy) == 0);
    CHECK((bench.read_channel(Way::h2c, 0, ds::channel::control) & ds::control::run) != 0);
}

TEST_CASE("writing run while it is set starts nothing") {
    XdmaBench bench;
    bench.transfer(Way::h2c, 0x8000, 0, 64);
    bench.run_for(20_us);
    const auto reads = bench.endpoint.reads.size();
    bench.write_channel(Way::h2c, 0, ds::channel::control_w1s, ds::control::run);
    bench.run_for(20_us);
    CHECK(bench.endpoint.reads.size() == reads);
}

TEST_CASE("the rising edge of run resets status and count") {
    XdmaBench bench;
    bench.transfer(Way::h2c, 0x8000, 0, 64);
    bench.run_for(20_us);
    bench.stop(Way::h2c);
    CHECK(bench.read_channel(Way::h2c, 0, count) == 1);
    CHECK(bench.status(Way::h2c) != 0);
    bench.transfer(Way::h2c, 0x8000, 0, 64);
    CHECK(bench.read_channel(Way::h2c, 0, count) == 0);
    CHECK(bench.status(Way::h2c) == ds::status::busy);
}

TEST_CASE("events are logged only if their ie bit is set") {
    XdmaBench bench;
    bench.transfer(Way::h2c, 0x8000, 0, 64, 0, 0x1000, ds::control::ie_descriptor_completed);
    bench.run_for(20_us);
    CHECK(bench.status(Way::h2c) == ds::status::descriptor_completed);
}

TEST_CASE("clearing run lets the descriptor in flight finish and drops the rest") {
    xdma::Parameters parameters;
    parameters.descriptors_in_flight = 1;
    FakeEndpoint::Settings settings;
    settings.read_latency = 3_us;
    XdmaBench bench(settings, parameters);
    bench.put(0x1000, XdmaBench::descriptor(0x10000, 0, 256, 0, 0x1020, 0));
    bench.put(0x1020, XdmaBench::descriptor(0x10100, 256, 256, XdmaBench::last));
    bench.start(Way::h2c, 0x1000, 1);
    bench.run_for(5_us);  // the first one's data is requested
    bench.stop(Way::h2c);
    CHECK((bench.status(Way::h2c) & ds::status::busy) != 0);
    bench.run_for(20_us);
    CHECK(bench.status(Way::h2c) == ds::status::idle_stopped);
    CHECK(bench.read_channel(Way::h2c, 0, count) == 1);
    CHECK(bench.same(0x10000, 0, 256));
    CHECK_FALSE(bench.same(0x10100, 256, 256));
}

TEST_CASE("a start while the last run drains waits for it") {
    FakeEndpoint::Settings settings;
    settings.read_latency = 3_us;
    XdmaBench bench(settings);
    bench.transfer(Way::h2c, 0x8000, 0, 256);
    bench.run_for(1_us);  // the descriptor read is outstanding
    bench.stop(Way::h2c);
    bench.transfer(Way::h2c, 0x9000, 0x1000, 256, 0, 0x2000);
    bench.run_for(30_us);
    CHECK(bench.same(0x9000, 0x1000, 256));
    CHECK_FALSE(bench.same(0x8000, 0, 256));
    CHECK(bench.read_channel(Way::h2c, 0, count) == 1);
}

TEST_CASE("several descriptors are in flight at once") {
    FakeEndpoint::Settings settings;
    settings.read_latency = 2_us;
    XdmaBench bench(settings);
    for (unsigned i = 0; i < 8; ++i) {
        bench.put(0x1000 + 32 * i,
                  XdmaBench::descriptor(0x10000 + 64 * i, 64 * i, 64, i == 7 ? XdmaBench::last : 0,
                                        0x1020 + 32 * i, i < 7 ? 6 - i : 0));
    }
    bench.start(Way::h2c, 0x1000, 7);
    bench.run_for(7_us);  // one round trip for the descriptors and one for all data
    CHECK(bench.read_channel(Way::h2c, 0, count) == 8);
}

TEST_CASE("a descriptor without length is invalid") {
    XdmaBench bench;
    bench.transfer(Way::c2h, 0, 0x8000, 0);
    bench.run_for(20_us);
    CHECK(bench.status(Way::c2h) == ds::status::invalid_length);
}

TEST_CASE("performance counters measure data cycles within running cycles") {
    xdma::Parameters parameters;
    parameters.axi = {64, 125_MHz};
    XdmaBench bench({}, parameters);
    using namespace ds::channel;
    bench.write_channel(Way::h2c, 0, perf_control, 0x2);
    bench.write_channel(Way::h2c, 0, perf_control, 0x5);  // run and auto
    bench.transfer(Way::h2c, 0x8000, 0, 4096);
    bench.run_for(50_us);
    CHECK(bench.read_channel(Way::h2c, 0, perf_data_lo) == 4096 / 8);
    const auto cycles = bench.read_channel(Way::h2c, 0, perf_cycle_lo);
    CHECK(cycles > 512);
    CHECK(cycles < 125 * 50);  // auto stopped them with the Stop descriptor
    CHECK(bench.read_channel(Way::h2c, 0, perf_pending_lo) == cycles - 512);
    bench.run_for(10_us);
    CHECK(bench.read_channel(Way::h2c, 0, perf_cycle_lo) == cycles);
}

TEST_CASE("performance counters that are not armed count nothing") {
    XdmaBench bench;
    bench.transfer(Way::h2c, 0x8000, 0, 4096);
    bench.run_for(50_us);
    CHECK(bench.read_channel(Way::h2c, 0, ds::channel::perf_cycle_lo) == 0);
    CHECK(bench.read_channel(Way::h2c, 0, ds::channel::perf_data_lo) == 0);
}

TEST_CASE("a channel's statistics obey Little's law and forget what was before the window") {
    XdmaBench bench;
    bench.transfer(Way::h2c, 0x8000, 0, 1024);
    bench.run_for(20_us);
    bench.stop(Way::h2c);
    bench.statistics.reset(bench.agenda.now());
    bench.transfer(Way::h2c, 0x8000, 0, 2048);
    bench.run_for(20_us);
    std::vector<Statistic> values;
    std::vector<ResourceUsage> resources;
    bench.statistics.collect(bench.agenda.now(), values, resources);
    const auto& channel = resources.front();
    REQUIRE(channel.name == "xdma.h2c0");
    CHECK(channel.served == 1);
    CHECK(channel.jobs_time_integral == Approx(static_cast<double>(channel.residence.count())));
    CHECK(channel.busy > channel.residence);  // the fetch comes on top
    const auto bytes = std::find_if(values.begin(), values.end(),
                                    [](const auto& v) { return v.name == "xdma.h2c0.bytes"; });
    REQUIRE(bytes != values.end());
    CHECK(std::get<std::uint64_t>(bytes->value) == 2048);
}

TEST_CASE("a channel that is stuck says what it waits for, an idle one says nothing") {
    FakeEndpoint::Settings settings;
    settings.read_latency = 1_ms;
    XdmaBench bench(settings);
    std::vector<std::string> waits;
    bench.dma.describe_waits(waits);
    CHECK(waits.empty());
    bench.transfer(Way::h2c, 0x8000, 0, 64);
    bench.run_for(10_us);
    bench.dma.describe_waits(waits);
    REQUIRE(waits.size() == 1);
    CHECK(waits[0].find("xdma.h2c0") == 0);
    CHECK(waits[0].find("1 descriptor reads outstanding") != std::string::npos);
}
