// SPDX-License-Identifier: Apache-2.0
// What a block workload asks for, where, and how much of it at once.
#include "base/error.h"
#include "tests/unit/block/bench.h"

using namespace lookaside;
using namespace lookaside::test;
using block::Operation;
using block::Status;
using workloads::BlockParameters;
using workloads::RequestCounters;
using workloads::SectorOrder;

namespace {

std::vector<std::uint32_t> sectors_of(const BlockBench& bench) {
    std::vector<std::uint32_t> sectors;
    for (const auto& seen : bench.device.seen) {
        sectors.push_back(seen.sector);
    }
    return sectors;
}

}  // namespace

TEST_CASE("sequential requests follow each other and begin again at the end") {
    BlockBench bench;
    BlockParameters parameters = short_run(5);
    parameters.order = SectorOrder::sequential;
    parameters.sectors = 24;
    bench.run(parameters);
    CHECK(sectors_of(bench) == std::vector<std::uint32_t>{0, 8, 16, 0, 8});
}

TEST_CASE("no block crosses a stripe of the device's largest payload") {
    BlockBench bench;
    BlockParameters parameters = short_run(5);
    parameters.order = SectorOrder::sequential;
    parameters.block_size = 1536;
    bench.run(parameters);
    // Two blocks of three sectors in each eight.
    CHECK(sectors_of(bench) == std::vector<std::uint32_t>{0, 3, 8, 11, 16});
}

TEST_CASE("random requests are aligned and reach all of the device, the last block too") {
    BlockBench bench;
    bench.device.sector_count = 8 * 50;
    bench.run(short_run(2000));
    std::set<std::uint32_t> sectors;
    for (const std::uint32_t sector : sectors_of(bench)) {
        CHECK(sector % 8 == 0);
        sectors.insert(sector);
    }
    CHECK(sectors.size() == 50);
    CHECK(*sectors.rbegin() == 8 * 49);
}

TEST_CASE("the seed decides where requests go") {
    BlockBench bench;
    const auto sectors_with = [&](std::uint64_t seed) {
        bench.device.seen.clear();
        BlockParameters parameters = short_run();
        parameters.seed = seed;
        bench.run(parameters);
        return sectors_of(bench);
    };
    const auto first = sectors_with(1);
    CHECK(sectors_with(2) != first);
    CHECK(sectors_with(1) == first);
}

TEST_CASE("each job has a CPU and sectors of its own, the next ones in turn") {
    BlockBench bench;
    BlockParameters parameters = short_run(400);
    parameters.jobs = 4;
    parameters.first_cpu = 1;
    bench.run(parameters);
    for (const auto& seen : bench.device.seen) {
        const std::uint32_t job = seen.sector / (bench.device.sector_count / 4);
        CHECK(seen.cpu == (job + 1) % 4);
    }
}

TEST_CASE("every job keeps its depth in flight and never more") {
    BlockBench bench;
    BlockParameters parameters = short_run(2000);
    parameters.jobs = 3;
    parameters.depth = 20;
    bench.run(parameters);
    CHECK(bench.device.most_in_flight == 60);
}

TEST_CASE("a job is woken once for all that come back together") {
    BlockBench bench;
    bench.device.answers_at_a_time = 16;
    bench.run(short_run(1600));
    // 100 rounds, and the first submission.
    CHECK(bench.device.commits <= 101);
}

TEST_CASE("a job that waits for several answers does not wake for less") {
    BlockBench bench;
    bench.device.answers_at_a_time = 1;
    BlockParameters parameters = short_run(1600);
    parameters.complete_batch = 8;
    bench.run(parameters);
    CHECK(bench.device.commits <= 1 + 1600 / 8);
}

TEST_CASE("reads and writes are mixed as the percentage says") {
    BlockBench bench;
    BlockParameters parameters = short_run(5000);
    parameters.read_percent = 70;
    bench.run(parameters);
    const auto reads = std::ranges::count_if(
        bench.device.seen, [](const auto& seen) { return seen.operation == Operation::read; });
    // Three standard deviations of a binomial distribution.
    CHECK(std::abs(reads - 3500) < 98);
}

TEST_CASE("priorities are drawn by their weights") {
    BlockBench bench;
    BlockParameters parameters = short_run(4000);
    parameters.priorities = {2, 0, 1, 1};
    bench.run(parameters);
    std::array<int, 4> counts{};
    for (const auto& seen : bench.device.seen) {
        ++counts.at(seen.priority);
    }
    // Three standard deviations.
    CHECK(std::abs(counts[0] - 2000) < 95);
    CHECK(counts[1] == 0);
    CHECK(std::abs(counts[2] - 1000) < 83);
    CHECK(std::abs(counts[3] - 1000) < 83);
}

TEST_CASE("the limit counts the requests of all jobs together") {
    BlockBench bench;
    BlockParameters parameters = short_run(333);
    parameters.jobs = 4;
    CHECK(bench.run(parameters).completed == 333);
    CHECK(bench.device.seen.size() == 333);
}

TEST_CASE("a stopped workload finishes when its last request is back") {
    BlockBench bench;
    BlockParameters parameters = short_run();
    parameters.requests.reset();
    parameters.jobs = 2;
    workloads::BlockWorkload& workload = bench.add(parameters);
    SimTime finished_at{0};
    bench.machine.at(1_ms, [&] { workload.stop(); });
    workload.start([&] { finished_at = bench.machine.kernel.now(); });
    sc_core::sc_start(10, sc_core::SC_MS);
    CHECK(workload.finished());
    CHECK(finished_at > 1_ms);
    CHECK(finished_at < 1_ms + 2 * bench.device.service_time);
    CHECK(workload.counters().in_flight() == 0);
    CHECK(bench.sink.records.size() == bench.device.seen.size());
}

TEST_CASE("the sink hears of every request, its submission latency and its size") {
    BlockBench bench;
    BlockParameters parameters = short_run();
    parameters.block_size = 2048;
    bench.run(parameters);
    REQUIRE(bench.sink.records.size() == 300);
    for (const auto& record : bench.sink.records) {
        CHECK(record.slat == 100_ns);
        CHECK(record.payload == 2048);
        CHECK(record.status == crypto_api::Status::ok);
        CHECK(record.timeline.latency() >= 50_us);
    }
}

TEST_CASE("buffers of a request that timed out are not used again") {
    BlockBench bench;
    bench.device.failing = {{0, Status::timed_out}, {1, Status::io_error}};
    bench.run(short_run());
    const auto uses_of = [&](std::size_t number) {
        const std::uint8_t* payload = bench.device.seen.at(number).payload;
        return std::ranges::count_if(bench.device.seen,
                                     [&](const auto& seen) { return seen.payload == payload; });
    };
    CHECK(uses_of(0) == 1);
    CHECK(uses_of(1) > 1);
}

TEST_CASE("what a workload or its device cannot do is an error of the user's") {
    BlockBench bench;
    const auto is_refused = [&](auto&& change) {
        BlockParameters parameters = short_run();
        change(parameters);
        try {
            bench.add(parameters);
        } catch (const InputError&) {
            return true;
        }
        return false;
    };
    CHECK_FALSE(is_refused([](auto&) {}));
    for (const Bytes size : {Bytes{0}, Bytes{500}, Bytes{513}, Bytes{4608}}) {
        CAPTURE(size);
        CHECK(is_refused([=](auto& parameters) { parameters.block_size = size; }));
    }
    CHECK(is_refused([](auto& parameters) { parameters.jobs = 0; }));
    CHECK(is_refused([](auto& parameters) { parameters.jobs = 1025; }));  // no block for each
    CHECK(is_refused([](auto& parameters) { parameters.depth = 0; }));
    CHECK(is_refused([](auto& parameters) { parameters.complete_batch = 0; }));
    CHECK(is_refused([](auto& parameters) { parameters.read_percent = 101; }));
    CHECK(is_refused([](auto& parameters) { parameters.priorities = {0, 0, 0, 0}; }));
    CHECK(is_refused([](auto& parameters) { parameters.key_bytes = 24; }));
    CHECK(is_refused([](auto& parameters) {
        parameters.operation = Operation::write;
        parameters.sectors = 8 * 16;  // as many blocks as requests in flight
    }));
}
