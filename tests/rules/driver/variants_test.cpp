// SPDX-License-Identifier: Apache-2.0
// What distinguishes the driver's variants, and what they have in common.
#include "tests/rules/driver/workload_run.h"

using namespace lookaside;
using namespace lookaside::test;
using drivers::ipsec_card::IpsecCardDriver;
using drivers::ipsec_card::Parameters;
using drivers::ipsec_card::RawTransfer;
using drivers::ipsec_card::Variant;
using workloads::OperationKind;
using workloads::RequestCounters;
using workloads::RequestParameters;
using workloads::SizeMix;

namespace {

constexpr std::size_t enough = 100;

Parameters of(Variant variant, RawTransfer raw_transfer = RawTransfer::both) {
    Parameters parameters;
    parameters.variant = variant;
    parameters.raw_transfer = raw_transfer;
    return parameters;
}

RequestParameters requests_of(SizeMix sizes, OperationKind operation, unsigned key_bytes = 16) {
    RequestParameters parameters;
    parameters.sizes = std::move(sizes);
    parameters.operation = operation;
    parameters.key_bytes = key_bytes;
    return parameters;
}

struct Outcome {
    RequestCounters counters;
    std::uint64_t interrupts = 0;  // while the workload ran
};

Outcome run(Bench& bench, RecordingSink& sink, const Parameters& parameters, std::uint64_t depth,
            const RequestParameters& requests = {}) {
    Outcome outcome;
    bench.run([&] {
        IpsecCardDriver driver(bench.kernel, bench.device, bench.timelines, parameters);
        outcome.counters = run_closed_loop(bench, driver, sink, requests, depth, enough);
    });
    for (const std::uint64_t messages : bench.card.messages) {
        outcome.interrupts += messages;
    }
    return outcome;
}

void check_all_right(const RequestCounters& counters) {
    CHECK(counters.completed >= enough);
    CHECK(counters.verified == counters.completed);
    CHECK(counters.in_flight() == 0);
    CHECK(counters.first_mismatch.empty());
}

/// Moments that only requests of the engine array have.
constexpr std::array moments_of_the_array = {
    Moment::admitted, Moment::buffered,     Moment::assigned,  Moment::load_start,
    Moment::load_end, Moment::unload_start, Moment::unload_end};

void check_stages(const RecordingSink& sink, std::vector<Moment> absent) {
    absent.insert(absent.end(), moments_of_the_array.begin(), moments_of_the_array.end());
    for (const auto& record : sink.records) {
        REQUIRE(record.timeline.is_ordered());
        Picoseconds sum{0};
        record.timeline.for_each_stage([&](Moment, Picoseconds stage) { sum += stage; });
        REQUIRE(sum == record.timeline.latency());
        for (std::size_t i = 0; i < moment_count; ++i) {
            const auto moment = static_cast<Moment>(i);
            CAPTURE(name_of(moment));
            REQUIRE(record.timeline.has(moment) == (std::ranges::count(absent, moment) == 0));
        }
    }
}

}  // namespace

TEST_CASE("serial: three interrupts a packet, one packet in the card") {
    Bench bench;
    RecordingSink sink;
    const Outcome outcome = run(bench, sink, of(Variant::serial), 8);
    check_all_right(outcome.counters);
    CHECK(outcome.interrupts == 3 * outcome.counters.completed);
    CHECK(bench.card.core.most_busy == 1);
    CHECK(bench.card.core.start_writes == outcome.counters.completed);
    check_stages(sink, {});
}

TEST_CASE("poll: no interrupt at all") {
    Bench bench;
    RecordingSink sink;
    const Outcome outcome = run(bench, sink, of(Variant::poll), 8);
    check_all_right(outcome.counters);
    CHECK(outcome.interrupts == 0);
    CHECK(bench.card.core.most_busy == 1);
    check_stages(sink, {Moment::user_interrupt});
}

TEST_CASE("pipelined: all eight RAM slots in use, several packets a transfer and a start") {
    Bench bench;
    RecordingSink sink;
    const Outcome outcome = run(bench, sink, of(Variant::pipelined), 32);
    check_all_right(outcome.counters);
    CHECK(bench.card.core.most_busy == 8);
    CHECK(bench.card.core.start_writes < outcome.counters.completed);
    CHECK(bench.card.h2c.runs < outcome.counters.completed);
    CHECK(bench.card.c2h.runs < outcome.counters.completed);
    CHECK(outcome.interrupts < 3 * outcome.counters.completed);
    for (const auto& record : sink.records) {
        REQUIRE(record.timeline.is_ordered());
    }
}

TEST_CASE("pipelined: the stages of a lone packet are those of the serial chain") {
    Bench bench;
    RecordingSink sink;
    const Outcome outcome = run(bench, sink, of(Variant::pipelined), 1);
    check_all_right(outcome.counters);
    check_stages(sink, {});
}

TEST_CASE("pipelined: a core slower than the driver never idles") {
    Bench bench;
    bench.card.core.time_a_job = 20_us;
    RecordingSink sink;
    const Outcome outcome = run(bench, sink, of(Variant::pipelined), 32);
    check_all_right(outcome.counters);
    // From the first packet's start to the last one's end there is a job at all times.
    const SimTime first = sink.records.front().timeline.at(Moment::engine_start);
    const SimTime last = sink.records.back().timeline.at(Moment::engine_end);
    CHECK(last - first == static_cast<std::int64_t>(sink.records.size()) * 20_us);
}

TEST_CASE("raw: two interrupts a block and no work for the core") {
    Bench bench;
    RecordingSink sink;
    const auto blocks = requests_of(SizeMix::fixed(1500), OperationKind::echo);
    const Outcome outcome = run(bench, sink, of(Variant::raw), 2, blocks);
    check_all_right(outcome.counters);
    CHECK(bench.card.core.jobs == 0);
    CHECK(outcome.interrupts == 2 * outcome.counters.completed);
}

TEMPLATE_TEST_CASE_SIG("raw: a block may fill the whole RAM and go one way only", "",
                       ((RawTransfer direction), direction), RawTransfer::h2c, RawTransfer::c2h) {
    Bench bench;
    RecordingSink sink;
    const auto blocks = requests_of(SizeMix::fixed(16_KiB), OperationKind::move);
    const Outcome outcome = run(bench, sink, of(Variant::raw, direction), 2, blocks);
    CHECK(outcome.counters.unchecked == outcome.counters.completed);
    CHECK(bench.card.h2c.runs == (direction == RawTransfer::h2c ? outcome.counters.completed : 0));
    CHECK(bench.card.c2h.runs == (direction == RawTransfer::c2h ? outcome.counters.completed : 0));
}

TEMPLATE_TEST_CASE_SIG("decryption brings the plaintext back", "", ((Variant variant), variant),
                       Variant::serial, Variant::poll, Variant::pipelined) {
    Bench bench;
    RecordingSink sink;
    const auto requests = requests_of(SizeMix::imix(), OperationKind::decrypt, 32);
    check_all_right(run(bench, sink, of(variant), 8, requests).counters);
}

TEMPLATE_TEST_CASE_SIG("sizes from one byte to the largest are encrypted rightly", "",
                       ((Variant variant), variant), Variant::serial, Variant::pipelined) {
    Bench bench;
    RecordingSink sink;
    const auto requests =
        requests_of(SizeMix({{1, 1}, {15, 1}, {16, 1}, {1968, 1}}), OperationKind::encrypt);
    check_all_right(run(bench, sink, of(variant), 8, requests).counters);
}
