// SPDX-License-Identifier: Apache-2.0
// The replay on modelled cores, where sender and completion run beside or on top of each other.
#include "tests/rules/os/machine.h"
#include "tests/support/catch.h"
#include "tests/unit/capture/replay_fixture.h"
#include "tests/unit/capture/worker_aead.h"

using namespace lookaside;
using namespace lookaside::testing;
using os::Cost;

namespace {

os::CpuProfile cpu(unsigned cores) {
    auto cpu = os::test::profile(cores, {{Cost::packet, 400_ns},
                                         {Cost::allocation, 60_ns},
                                         {Cost::free, 40_ns},
                                         {Cost::spin_lock, 20_ns},
                                         {Cost::wake_up, 500_ns},
                                         {Cost::context_switch, 1'000_ns},
                                         {Cost::queue_work, 200_ns},
                                         {Cost::run_work, 300_ns}});
    auto& software = cpu.ciphers[static_cast<std::size_t>(os::Implementation::generic)];
    for (auto& price : software) {
        price = {2_ns, 50_ns, "", false};
    }
    return cpu;
}

// Replays through a worker on the last core; the sender runs on the first.
void replay(Run& run, unsigned cores, std::size_t queue_capacity) {
    os::test::Machine machine(cpu(cores));
    WorkerAead aead(machine.kernel, queue_capacity, cores - 1);
    workloads::CaptureReplay replay(machine.kernel, aead, run.parameters, run.capture, run.recorder,
                                    0);
    replay.start([] {});
    machine.run();
    CHECK(replay.finished());
    replay.commit_output();
    run.counters = replay.counters();
    run.stack = replay.stack_counters();
}

}  // namespace

TEST_CASE("on one core every inner packet comes back", "[sim]") {
    Run run(mixed_capture());
    replay(run, 1, 16);
    const auto wire = run.output();
    REQUIRE(wire.size() == 25);
    for (std::size_t i = 0; i < wire.size(); ++i) {
        CHECK(open_with_openssl(run.parameters.sa, 0, wire[i].bytes) ==
              run.capture.packets[i].bytes);
    }
    CHECK(run.counters.verified == 25);
}

TEST_CASE("on two cores a queue shorter than what is in flight loses nothing with wait", "[sim]") {
    Run run(mixed_capture());
    run.parameters.in_flight = 8;
    run.parameters.repeat = 4;
    replay(run, 2, 2);
    CHECK(run.output().size() == 100);
    CHECK(run.counters.verified == 100);
    CHECK(run.counters.dropped == 0);
}

TEST_CASE("on two cores drop loses what the queue does not take and nothing else", "[sim]") {
    Run run(mixed_capture());
    run.parameters.in_flight = 8;
    run.parameters.repeat = 4;
    run.parameters.full_queue = esp::FullQueue::drop;
    replay(run, 2, 2);
    CHECK(run.counters.dropped > 0);
    CHECK(run.counters.dropped == run.stack.full_queue);
    CHECK(run.counters.verified + run.counters.dropped == 100);
    CHECK(run.output().size() == run.counters.verified);
}

TEST_CASE("the captured pace takes the capture's time on modelled cores", "[sim]") {
    Run run(mixed_capture());
    run.parameters.pace = workloads::CapturePace::captured;
    run.parameters.full_queue = esp::FullQueue::drop;
    replay(run, 2, 16);
    const auto wire = run.output();
    REQUIRE(wire.size() == 25);
    // The last packet was captured 40 ms after the first.
    CHECK(wire.back().at - wire.front().at > 39'900_us);
    CHECK(wire.back().at - wire.front().at < 40'100_us);
}
