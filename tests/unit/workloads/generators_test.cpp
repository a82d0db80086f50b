// SPDX-License-Identifier: Apache-2.0
// When the generated workloads submit, and how they judge what comes back.
#include "host/workloads/closed_loop.h"
#include "host/workloads/open_loop.h"
#include "host/workloads/test_module.h"
#include "tests/rules/os/machine.h"
#include "tests/support/catch.h"
#include "tests/unit/workloads/scripted_provider.h"

using namespace lookaside;
using namespace lookaside::workloads;
using lookaside::test::ScriptedProvider;
using os::test::Machine;

namespace {

struct Sink final : RequestSink {
    struct Record {
        Picoseconds latency;
        Picoseconds slat;
        Bytes payload;
        crypto_api::Status status;
    };
    void record(const Timeline& timeline, Picoseconds slat, Bytes payload,
                crypto_api::Status status) override {
        records.push_back({timeline.latency(), slat, payload, status});
    }
    std::vector<Record> records;
};

/// Two cores, on which only computing costs time, and a provider that takes 10 us a request.
struct Bench {
    Machine machine{os::test::profile(2, {os::test::compute_price})};
    ScriptedProvider provider{machine.kernel, 10_us};
    Sink sink;
    bool finished = false;

    /// Starts the workload, stops it at `stop` and runs to the end.
    RequestCounters run(Generator& workload, SimTime stop) {
        workload.start([this] { finished = true; });
        machine.at(stop, [&] { workload.stop(); });
        machine.run();
        CHECK(workload.finished() == finished);
        return workload.counters();
    }
};

RequestParameters small_requests(OperationKind operation = OperationKind::encrypt) {
    RequestParameters parameters;
    parameters.sizes = SizeMix::fixed(100);
    parameters.operation = operation;
    return parameters;
}

}  // namespace

TEST_CASE("a closed loop keeps its depth in flight and drains when stopped") {
    Bench bench;
    ClosedLoop loop(bench.machine.kernel, bench.provider, bench.sink, small_requests(), 5);
    const RequestCounters counters = bench.run(loop, 1'005_us);
    CHECK(bench.provider.most_queued == 5);
    CHECK(counters.verified == 105);  // 100 served, 5 in flight at the stop
    CHECK(counters.in_flight() == 0);
    CHECK(bench.finished);
    // From the fifth on, each waits for the four before it.
    CHECK(bench.sink.records.back().latency == 50_us);
    CHECK(bench.provider.ivs.size() == counters.attempted);
}

TEST_CASE("the test module submits until refused, and again after a callback") {
    Bench bench;
    bench.provider.queue_limit = 8;
    TestModule module(bench.machine.kernel, bench.provider, bench.sink, small_requests());
    const RequestCounters counters = bench.run(module, 1'005_us);
    CHECK(bench.provider.most_queued == 8);
    CHECK(counters.refused == 101);  // once when the queue is full first, then a callback
    CHECK(counters.verified == 108);
    CHECK(counters.attempted == counters.accepted + counters.refused);
    CHECK(bench.finished);
}

TEST_CASE("a constant open loop submits at its times, whatever comes back") {
    Bench bench;
    OpenLoop loop(bench.machine.kernel, bench.provider, bench.sink, small_requests(),
                  std::make_unique<ConstantArrivals>(200'000.0));
    bench.provider.queue_limit = 4;
    const RequestCounters counters = bench.run(loop, 1'001_us);
    // One every 5 us is twice what the provider can do: half are refused and lost.
    CHECK(counters.attempted == 200);
    for (std::size_t i = 0; i < bench.provider.submitted.size(); ++i) {
        REQUIRE(bench.provider.submitted[i] == static_cast<std::int64_t>(i + 1) * 5_us);
    }
    CHECK(counters.refused == 97);
    CHECK(counters.verified == 103);
}

TEST_CASE("an open loop that submits late counts latency from the arrival") {
    Bench bench;
    OpenLoop loop(bench.machine.kernel, bench.provider, bench.sink, small_requests(),
                  std::make_unique<ConstantArrivals>(20'000.0), 0);
    // An interrupt handler keeps the workload's core from 45 us to 85 us: the arrival at 50 us is
    // submitted at 85 us.
    const auto setup = bench.machine.kernel.run_kthread("setup", 1, [&](os::KThread&) {
        bench.machine.on_interrupt(
            0, [&] { bench.machine.kernel.spend(os::Cost::list_operation, 40'000); });
    });
    bench.machine.raise_at(45_us, 0);
    bench.run(loop, 90_us);
    REQUIRE(bench.sink.records.size() == 1);
    CHECK(bench.provider.submitted.front() == 85_us);
    CHECK(bench.sink.records.front().slat == 35_us);
    CHECK(bench.sink.records.front().latency == 45_us);
}

TEST_CASE("a wrong result is counted, and the first one described") {
    Bench bench;
    bench.provider.corrupted = {3, 5};
    ClosedLoop loop(bench.machine.kernel, bench.provider, bench.sink, small_requests(), 1);
    const RequestCounters counters = bench.run(loop, 100_us);
    CHECK(counters.mismatched == 2);
    CHECK(counters.verified == counters.completed - 2);
    CHECK(counters.first_mismatch ==
          "request 3 of 100 bytes: the ciphertext differs from byte 7 of 100");
}

TEST_CASE("an error is reported with its status and not compared") {
    Bench bench;
    bench.provider.failing = {2};
    bench.provider.corrupted = {2};
    ClosedLoop loop(bench.machine.kernel, bench.provider, bench.sink, small_requests(), 1);
    const RequestCounters counters = bench.run(loop, 100_us);
    CHECK(counters.failed == 1);
    CHECK(counters.mismatched == 0);
    CHECK(bench.sink.records[2].status == crypto_api::Status::io_error);
}

TEST_CASE("a lost request keeps the workload from finishing and shows as in flight") {
    Bench bench;
    bench.provider.lost = {4};
    ClosedLoop loop(bench.machine.kernel, bench.provider, bench.sink, small_requests(), 2);
    const RequestCounters counters = bench.run(loop, 500_us);
    CHECK_FALSE(bench.finished);
    CHECK(counters.in_flight() == 1);
}

TEST_CASE("decryption gets OpenSSL's ciphertext and expects the plaintext") {
    Bench bench;
    bench.provider.corrupted = {1};
    ClosedLoop loop(bench.machine.kernel, bench.provider, bench.sink,
                    small_requests(OperationKind::decrypt), 1);
    const RequestCounters counters = bench.run(loop, 100_us);
    CHECK(counters.mismatched == 1);
    CHECK(counters.verified == counters.completed - 1);
    CHECK(counters.first_mismatch ==
          "request 1 of 100 bytes: the plaintext differs from byte 7 of 100");
}

TEST_CASE("the same seed gives the same requests, another seed others") {
    const auto key_and_payload = [](std::uint64_t seed) {
        Random random(seed);
        GeneratedRequest request;
        std::vector<std::uint8_t> payload(64);
        request.original.resize(64);
        request.aead.payload = payload;
        make_operation(OperationKind::echo, {})->prepare(request, random);
        return payload;
    };
    CHECK(key_and_payload(1) == key_and_payload(1));
    CHECK(key_and_payload(1) != key_and_payload(2));
}
