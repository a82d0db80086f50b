// SPDX-License-Identifier: Apache-2.0
// Rules of what the card publishes: its figures agree with each other and with the tasks' moments.
#include <algorithm>

#include "models/array/stripes.h"
#include "tests/rules/array/bench.h"
#include "tests/support/catch.h"

using namespace lookaside;
using namespace lookaside::test;

namespace {

ResourceUsage usage_of(const ArrayBench& bench, const std::string& name) {
    std::vector<Statistic> values;
    std::vector<ResourceUsage> resources;
    bench.statistics.collect(bench.now(), values, resources);
    const auto found = std::ranges::find(resources, name, &ResourceUsage::name);
    REQUIRE(found != resources.end());
    return *found;
}

array::ArrayParameters timed() {
    array::ArrayParameters parameters = ArrayBench::small();
    parameters.service_time = 100_us;
    return parameters;
}

}  // namespace

TEST_CASE("engines are busy for as long as tasks compute") {
    ArrayBench bench(timed());
    bench.start();
    bench.statistics.reset(bench.now());
    bench.submit(bench.hashes(0, 24));
    REQUIRE(bench.wait_for(24).size() == 24);
    const ResourceUsage engines = usage_of(bench, "array.engines");
    CHECK(engines.servers == 8);
    CHECK(engines.busy == 24 * 100_us);
    CHECK(engines.served == 24);
    Picoseconds residence{0};
    for (unsigned tag = 0; tag < 24; ++tag) {
        residence +=
            bench.timeline(tag).at(Moment::unload_end) - bench.timeline(tag).at(Moment::buffered);
    }
    CHECK(engines.residence == residence);
    CHECK(engines.jobs_time_integral == Approx(static_cast<double>(residence.count())));
}

TEST_CASE("a window that cuts jobs counts the part of them inside it") {
    ArrayBench bench(timed());
    bench.start();
    bench.submit({bench.hash(0)});
    bench.run_for(70_us);
    const SimTime opened = bench.now();
    bench.statistics.reset(opened);
    bench.run_for(10_us);
    CHECK(usage_of(bench, "array.engines").busy == 10_us);
    REQUIRE(bench.wait_for(1).size() == 1);
    CHECK(usage_of(bench, "array.engines").busy ==
          bench.timeline(0).at(Moment::engine_end) - opened);
}

TEST_CASE("ganged engines are busy together") {
    array::ArrayParameters parameters = timed();
    parameters.grouping = array::Grouping::ganged;
    ArrayBench bench(parameters);
    bench.start();
    bench.statistics.reset(bench.now());
    bench.submit(bench.hashes(0, 6));
    REQUIRE(bench.wait_for(6).size() == 6);
    const ResourceUsage engines = usage_of(bench, "array.engines");
    CHECK(engines.servers == 8);
    CHECK(engines.busy == 6 * 100_us);  // two engines for half the time
}

TEST_CASE("firmware processors are busy for each task's time") {
    array::ArrayParameters parameters = timed();
    parameters.firmware_time = 20_us;
    ArrayBench bench(parameters);
    bench.start();
    bench.statistics.reset(bench.now());
    bench.submit(bench.hashes(0, 10));
    REQUIRE(bench.wait_for(10).size() == 10);
    const ResourceUsage firmware = usage_of(bench, "array.firmware");
    CHECK(firmware.servers == 2);
    CHECK(firmware.busy == 10 * 20_us);
    CHECK(firmware.served == 10);
}

TEST_CASE("idle engines have no core") {
    array::ArrayParameters parameters = timed();
    ArrayBench bench(parameters);
    bench.cores = array::EngineCores(
        array::EngineCores::Ownership::one_each,
        [] {
            return std::make_unique<ScriptedSha>([](const crypto::Job&) { return Cycles{100}; });
        },
        {});
    bench.start();
    CHECK(bench.cores.made(array::CoreKind::sha256) == 0);
    bench.submit(bench.hashes(0, 3));
    REQUIRE(bench.wait_for(3).size() == 3);
    CHECK(bench.cores.made(array::CoreKind::sha256) == 3);
}

TEST_CASE("stripes map every sector of the card to one sector of one device, and back") {
    array::ArrayParameters parameters = ArrayBench::small();
    parameters.channels = 3;
    const array::Stripes stripes{array::Geometry(parameters)};
    for (std::uint32_t sector = 0; sector < 1000; ++sector) {
        CHECK(stripes.card_sector(stripes.device_of(sector), stripes.sector_on_device(sector)) ==
              sector);
    }
}
