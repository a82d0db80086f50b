// SPDX-License-Identifier: Apache-2.0
// Rules of the scheduler and of idle cores.
#include <vector>

#include "tests/rules/os/machine.h"
#include "tests/support/catch.h"

using namespace lookaside;
using namespace lookaside::os;
using namespace lookaside::os::test;

TEST_CASE("threads that compute share a core fairly") {
    Machine machine(profile(1, {compute_price}));
    std::vector<SimTime> done(3);
    for (std::size_t i = 0; i < done.size(); ++i) {
        machine.thread("t", 0, [&, i] {
            machine.compute(100'000'000);
            done[i] = machine.kernel.now();
        });
    }
    machine.run();
    // Each has a third of the core, so all end within one round of slices of 2 ms.
    CHECK(done[2] == 300_ms);
    CHECK(done[0] > 300_ms - 6_ms);
    CHECK(done[1] > 300_ms - 6_ms);
}

TEST_CASE("a thread that slept long preempts one that computes") {
    Machine machine(profile(2, {compute_price, {Cost::context_switch, 1_us}}));
    auto queue = machine.kernel.make_wait_queue("queue");
    bool ready = false;
    SimTime wake_up{0};
    SimTime woken{0};
    machine.thread("sleeper", 0, [&] {
        queue->wait_event([&] { return ready; });
        woken = machine.kernel.now();
    });
    machine.thread("computing", 0, [&] { machine.compute(100'000'000); });
    machine.thread("waker", 1, [&] {
        machine.compute(50'000'000);
        ready = true;
        wake_up = machine.kernel.now();
        queue->wake_up();
    });
    machine.run();
    CHECK(woken == wake_up + 1_us);
}

TEST_CASE("a thread that ran as much as the other does not preempt it before the slice ends") {
    Machine machine(profile(1, {compute_price}));
    std::vector<int> order;
    machine.thread("first", 0, [&] {
        machine.compute(1'000'000);
        (void)machine.kernel.now();
        order.push_back(1);
    });
    machine.thread("second", 0, [&] { order.push_back(2); });
    machine.run();
    CHECK(order == std::vector<int>{1, 2});
}

TEST_CASE("schedule() lets a thread go first that has run less") {
    Machine machine(profile(1, {compute_price}));
    std::vector<int> order;
    machine.thread("first", 0, [&] {
        machine.compute(1'000);
        machine.kernel.schedule();
        order.push_back(1);
    });
    machine.thread("second", 0, [&] { order.push_back(2); });
    machine.run();
    CHECK(order == std::vector<int>{2, 1});
}

TEST_CASE("threads without a CPU go to the core with the fewest, lowest number first") {
    Machine machine(profile(3, {}));
    std::vector<CpuId> ran_on;
    machine.thread("bound", 0, [] {});
    for (int i = 0; i < 3; ++i) {
        machine.thread("free", std::nullopt, [&] { ran_on.push_back(machine.kernel.this_cpu()); });
    }
    machine.run();
    CHECK(ran_on == std::vector<CpuId>{1, 2, 0});
}

TEST_CASE("switching to another thread costs a switch, going on with the same one does not") {
    Machine machine(profile(1, {compute_price, {Cost::context_switch, 1_us}}));
    SimTime done{0};
    machine.thread("only", 0, [&] {
        machine.compute(1'000);
        machine.kernel.schedule();
        machine.compute(1'000);
        done = machine.kernel.now();
    });
    machine.run();
    // From idle to the kworker that finds nothing to do, and from it to the thread.
    CHECK(done == 4_us);
    CHECK(machine.count_of("cpu0.switches") == 2);
}

TEST_CASE("a core idle for cstate_entry takes cstate_exit longer to answer an interrupt") {
    CpuProfile cpu = profile(1, {{Cost::cstate_exit, 85_us}, {Cost::irq_entry, 500_ns}});
    cpu.cstate_entry = 200_us;
    Machine machine(cpu);
    std::vector<SimTime> handled;
    machine.thread("setup", 0, [&] {
        machine.on_interrupt(0, [&] { handled.push_back(machine.kernel.now()); });
    });
    machine.raise_at(150_us, 0);    // idle for less: awake
    machine.raise_at(1'000_us, 0);  // asleep
    machine.run();
    REQUIRE(handled.size() == 2);
    CHECK(handled[0] == 150_us + 500_ns);
    CHECK(handled[1] == 1'000_us + 85_us + 500_ns);
    CHECK(machine.time_of("cpu0", "waking") == 85_us);
    CHECK(machine.time_of("cpu0", "cstate") == 1'000_us - (150_us + 500_ns) - 200_us);
}

TEST_CASE("a core that is waking up is not faster for a second interrupt") {
    CpuProfile cpu = profile(2, {{Cost::cstate_exit, 85_us}, {Cost::context_switch, 1_us}});
    cpu.cstate_entry = 200_us;
    cpu.prices[static_cast<std::size_t>(Cost::list_operation)].each = 1_ns;
    Machine machine(cpu);
    auto queue = machine.kernel.make_wait_queue("queue");
    bool ready = false;
    SimTime handled{0};
    SimTime woken{0};
    machine.thread("sleeper", 0, [&] {
        machine.on_interrupt(0, [&] { handled = machine.kernel.now(); });
        queue->wait_event([&] { return ready; });
        woken = machine.kernel.now();
    });
    machine.thread("waker", 1, [&] {
        machine.kernel.sleep(1'000_us);
        ready = true;
        queue->wake_up();
    });
    machine.raise_at(1'100_us, 0);
    machine.run();
    CHECK(woken == handled + 1_us);
    CHECK(handled > 1'100_us);
}
