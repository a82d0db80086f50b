// SPDX-License-Identifier: Apache-2.0
// Rules of the card's time: cycles, clocks, stamps, statistics.
#include "tests/rules/fpga/bench.h"
#include "tests/support/catch.h"

using namespace lookaside;
using namespace lookaside::test;

namespace {

fpga::Parameters at_125_mhz() {
    fpga::Parameters parameters;
    parameters.axi = {64, 125_MHz};
    return parameters;
}

}  // namespace

TEST_CASE("from start to done pass the header's, the engine's and the result's cycles") {
    CardBench bench(at_125_mhz());
    bench.write(ds::reg::irq_enable, 0xFF);
    bench.submit(0, 64);
    bench.run_for(20_us);
    REQUIRE(bench.irq.changes.size() == 1);
    CHECK(bench.irq.changes[0].at == 8_ns * (8 + 1000 + 2));
}

TEST_CASE("an engine with its own clock pays for its cycles there and for the crossings") {
    auto parameters = at_125_mhz();
    parameters.engine_clock = 100_MHz;
    CardBench bench(parameters);
    bench.write(ds::reg::irq_enable, 0xFF);
    Timeline request;
    bench.timelines.bind(0, request);
    bench.submit(0, 64);
    bench.run_for(20_us);
    // Header until 64 ns; next 100 MHz edge 70 ns, two more: 90 ns.
    CHECK(request.at(Moment::engine_start) == 90_ns);
    CHECK(request.at(Moment::engine_end) == 90_ns + 10_us);
    // 10090 ns; next 125 MHz edge 10096 ns, two for the crossing, two for the result.
    REQUIRE(bench.irq.changes.size() == 1);
    CHECK(bench.irq.changes[0].at == 10'096_ns + 8_ns * 4);
}

TEST_CASE("a queued slot starts when the one before it is done") {
    CardBench bench(at_125_mhz());
    Timeline first;
    Timeline second;
    bench.timelines.bind(0, first);
    bench.timelines.bind(1, second);
    bench.submit(0, 64);
    bench.submit(1, 64);
    bench.run_for(40_us);
    CHECK(second.at(Moment::engine_start) - first.at(Moment::engine_end) == 8_ns * (2 + 8));
}

TEST_CASE("H2C beats stamp the slot's first and last moment, annotated delay included") {
    CardBench bench(at_125_mhz());
    Timeline request;
    bench.timelines.bind(2, request);
    bench.run_for(1_us);
    bench.put(CardBench::in(2), CardBench::pattern(128), 80_ns);
    bench.put(CardBench::in(2) + 128, CardBench::pattern(64), 400_ns);
    CHECK(request.at(Moment::h2c_first_data) == 1_us + 80_ns);
    CHECK(request.at(Moment::h2c_last_data) == 1_us + 400_ns + 8_ns * 8);
    CHECK_FALSE(request.has(Moment::c2h_first_data));
}

TEST_CASE("C2H beats stamp the slot's first and last moment") {
    CardBench bench(at_125_mhz());
    Timeline request;
    bench.timelines.bind(2, request);
    std::vector<std::uint8_t> bytes(128);
    bench.get(CardBench::out(2), bytes, 16_ns);
    bench.get(CardBench::out(2) + 128, bytes, 200_ns);
    CHECK(request.at(Moment::c2h_first_data) == 16_ns);
    CHECK(request.at(Moment::c2h_last_data) == 200_ns + 8_ns * 16);
}

TEST_CASE("an access over two slots stamps each with its own beats") {
    CardBench bench(at_125_mhz());
    Timeline first;
    Timeline second;
    bench.timelines.bind(0, first);
    bench.timelines.bind(1, second);
    bench.put(CardBench::in(1) - 64, CardBench::pattern(128), 0_ps);
    CHECK(first.at(Moment::h2c_first_data) == 0_ps);
    CHECK(first.at(Moment::h2c_last_data) == 64_ns);
    CHECK(second.at(Moment::h2c_first_data) == 64_ns);
    CHECK(second.at(Moment::h2c_last_data) == 128_ns);
}

TEST_CASE("the engine's statistics obey Little's law and count only the window") {
    CardBench bench(at_125_mhz());
    bench.submit(0, 64);
    bench.run_for(20_us);
    bench.statistics.reset(bench.agenda.now());
    for (unsigned slot = 0; slot < 4; ++slot) {
        bench.submit(slot, 100);
    }
    bench.run_for(100_us);
    std::vector<Statistic> values;
    std::vector<ResourceUsage> resources;
    bench.statistics.collect(bench.agenda.now(), values, resources);
    REQUIRE(resources.size() == 1);
    CHECK(resources[0].name == "engine0");
    CHECK(resources[0].busy == 4 * 8_us);
    CHECK(resources[0].served == 4);
    CHECK(resources[0].jobs_time_integral ==
          Approx(static_cast<double>(resources[0].residence.count())));
    const auto bytes = std::find_if(values.begin(), values.end(),
                                    [](const auto& v) { return v.name == "card.bytes"; });
    REQUIRE(bytes != values.end());
    CHECK(std::get<std::uint64_t>(bytes->value) == 400);
}

TEST_CASE("slots that are not done are named in a deadlock report") {
    CardBench bench;
    std::vector<std::string> waits;
    bench.card.describe_waits(waits);
    CHECK(waits.empty());
    bench.submit(3, 64);
    bench.submit(6, 64);
    bench.card.describe_waits(waits);
    REQUIRE(waits.size() == 2);
    CHECK(waits[0] == "card: slot 3 is in the engine");
    CHECK(waits[1] == "card: slot 6 waits for the engine");
}
