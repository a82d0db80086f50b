// SPDX-License-Identifier: Apache-2.0
// The workload: pace, packets in flight, losses, what is reported and when it ends.
#include "base/error.h"
#include "host/crypto/software_aead.h"
#include "tests/support/catch.h"
#include "tests/unit/capture/replay_fixture.h"
#include "tests/unit/esp/queued_aead.h"

using namespace lookaside;
using namespace lookaside::testing;
using namespace lookaside::workloads;
using crypto_api::Status;

TEST_CASE("closed loop keeps so many packets in flight and no more") {
    Run run(mixed_capture());
    run.parameters.in_flight = 5;
    ScriptedKernel kernel;
    QueuedAead aead(kernel, 64, 100_us);
    run.through(kernel, aead);
    CHECK(aead.most_accepted() == 5);
}

TEST_CASE("the sink gets each request with the payload that was encrypted") {
    Run run(pcap_file({{ethernet(0x0800, ipv4(1420))}, {ethernet(0x0800, ipv4(62))}}));
    ScriptedKernel kernel;
    QueuedAead aead(kernel, 8);
    run.through(kernel, aead);
    CHECK(run.recorder.payloads == std::vector<Bytes>{1424, 64});
    CHECK(run.recorder.statuses == std::vector{Status::ok, Status::ok});
    CHECK(run.counters.inner_bytes == 1482);
    CHECK(run.counters.outer_bytes == 1476 + 116);
}

TEST_CASE("packets are written when they are finished, at that simulated time") {
    Run run(mixed_capture());
    run.parameters.in_flight = 1;
    ScriptedKernel kernel;
    QueuedAead aead(kernel, 8, 50_us);
    run.through(kernel, aead);
    const auto wire = run.output();
    for (std::size_t i = 1; i < wire.size(); ++i) {
        CHECK(wire[i].at - wire[i - 1].at >= 50_us);
        CHECK(wire[i].at - wire[i - 1].at < 60_us);
    }
    CHECK(wire.back().at <= kernel.now());
}

TEST_CASE("the capture's own pace is kept, times the scale") {
    Run run(pcap_file({{ethernet(0x0800, ipv4(100)), 7'000'000'000},
                       {ethernet(0x0800, ipv4(100)), 7'004'000'000},
                       {ethernet(0x0800, ipv4(100)), 7'003'000'000},  // back: sent at once
                       {ethernet(0x0800, ipv4(100)), 7'010'000'000}}));
    run.parameters.pace = CapturePace::captured;
    run.parameters.time_scale = 0.5;
    ScriptedKernel kernel;
    QueuedAead aead(kernel, 8, 1_us);
    run.through(kernel, aead);
    const auto wire = run.output();
    REQUIRE(wire.size() == 4);
    const auto about = [&](std::size_t packet, Picoseconds time) {
        return wire[packet].at >= time && wire[packet].at < time + 10_us;
    };
    CHECK(about(0, 0_us));
    CHECK(about(1, 2'000_us));
    CHECK(about(2, 2'000_us));
    CHECK(about(3, 5'000_us));
}

TEST_CASE("with drop, what the provider refuses is lost and counted, and the rest is right") {
    Run run(mixed_capture());
    run.parameters.in_flight = 100;
    run.parameters.full_queue = esp::FullQueue::drop;
    ScriptedKernel kernel;
    QueuedAead aead(kernel, 4, 1'000_us);
    run.through(kernel, aead);
    CHECK(run.counters.attempted == 25);
    CHECK(run.counters.dropped == 21);
    CHECK(run.stack.full_queue == 21);
    CHECK(run.counters.verified == 4);
    CHECK(run.output().size() == 4);
}

TEST_CASE("a provider's errors are recorded and not written") {
    Run run(mixed_capture());
    ScriptedKernel kernel;
    QueuedAead aead(kernel, 8);
    aead.fail_with(Status::io_error);
    run.through(kernel, aead);
    CHECK(run.counters.failed == 25);
    CHECK(run.recorder.statuses == std::vector<Status>(25, Status::io_error));
    CHECK(run.output().empty());
}

TEST_CASE("stop ends the replay early, and what is in flight still comes back") {
    Run run(mixed_capture());
    run.parameters.repeat = 1'000;
    run.parameters.pace = GENERATE(CapturePace::closed_loop, CapturePace::captured);
    run.parameters.time_scale = 1000.0;
    ScriptedKernel kernel;
    QueuedAead aead(kernel, 64, 10_us);
    CaptureReplay replay(kernel, aead, run.parameters, run.capture, run.recorder);
    kernel.after(95_us, [&] { replay.stop(); });
    replay.start([] {});
    CHECK(replay.finished());
    CHECK(replay.counters().finished == replay.counters().attempted);
    CHECK(replay.counters().finished < 20);
    CHECK(kernel.now() < 11_ms);
}

TEST_CASE("a replay that is not committed leaves no output") {
    Run run(mixed_capture());
    ScriptedKernel kernel;
    crypto_api::SoftwareAead aead(kernel);
    {
        CaptureReplay replay(kernel, aead, run.parameters, run.capture, run.recorder);
        replay.start([] {});
    }
    CHECK_FALSE(std::filesystem::exists(run.parameters.output));
}

TEST_CASE("parameters out of range are input errors") {
    Run run(mixed_capture());
    ScriptedKernel kernel;
    crypto_api::SoftwareAead aead(kernel);
    auto bad = run.parameters;
    bad.in_flight = 0;
    CHECK_THROWS_AS(CaptureReplay(kernel, aead, bad, run.capture, run.recorder), InputError);
    bad = run.parameters;
    bad.repeat = 0;
    CHECK_THROWS_AS(CaptureReplay(kernel, aead, bad, run.capture, run.recorder), InputError);
    bad = run.parameters;
    bad.time_scale = 0.0;
    CHECK_THROWS_AS(CaptureReplay(kernel, aead, bad, run.capture, run.recorder), InputError);
    bad = run.parameters;
    bad.output = run.folder.path("missing") / "out.pcap";
    CHECK_THROWS_AS(CaptureReplay(kernel, aead, bad, run.capture, run.recorder), InputError);
}

TEST_CASE("an output that would replace the input is an input error") {
    Run run(mixed_capture());
    ScriptedKernel kernel;
    crypto_api::SoftwareAead aead(kernel);
    run.parameters.input = run.folder.path("in.pcap");
    run.parameters.output = run.folder.path("") / "." / "in.pcap";
    CHECK_THROWS_AS(CaptureReplay(kernel, aead, run.parameters, run.capture, run.recorder),
                    InputError);
}
