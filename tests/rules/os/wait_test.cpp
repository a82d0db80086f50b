// SPDX-License-Identifier: Apache-2.0
// Rules of sleeping and waking.
#include <string>
#include <vector>

#include "tests/rules/os/machine.h"
#include "tests/support/catch.h"

using namespace lookaside;
using namespace lookaside::os;
using namespace lookaside::os::test;
using Catch::Matchers::Contains;

TEST_CASE("a wake-up before the sleep is not lost") {
    Machine machine(profile(2, {compute_price}));
    auto queue = machine.kernel.make_wait_queue("queue");
    bool ready = false;
    SimTime woken{0};
    machine.thread("sleeper", 0, [&] {
        machine.compute(5'000);
        queue->wait_event([&] { return ready; });
        woken = machine.kernel.now();
    });
    machine.thread("waker", 1, [&] {
        machine.compute(1'000);
        ready = true;
        queue->wake_up();
    });
    machine.run();
    CHECK(woken == 5_us);
}

TEST_CASE("a wake-up while the condition is being looked at is not lost") {
    Machine machine(profile(2, {compute_price}));
    auto queue = machine.kernel.make_wait_queue("queue");
    bool ready = false;
    SimTime woken{0};
    machine.thread("sleeper", 0, [&] {
        queue->wait_event([&] {
            const bool seen = ready;
            machine.compute(5'000);  // the look itself takes time
            return seen;
        });
        woken = machine.kernel.now();
    });
    machine.thread("waker", 1, [&] {
        machine.compute(1'000);
        ready = true;
        queue->wake_up();
    });
    machine.run();
    CHECK(woken == 10_us);
}

TEST_CASE("a woken thread whose condition does not hold goes back to sleep") {
    Machine machine(profile(2, {compute_price}));
    auto queue = machine.kernel.make_wait_queue("queue");
    int value = 0;
    SimTime woken{0};
    machine.thread("sleeper", 0, [&] {
        queue->wait_event([&] { return value == 2; });
        woken = machine.kernel.now();
    });
    machine.thread("waker", 1, [&] {
        for (int i = 0; i < 2; ++i) {
            machine.compute(1'000);
            ++value;
            queue->wake_up();
        }
    });
    machine.run();
    CHECK(woken == 2_us);
}

TEST_CASE("wake_up wakes every non-exclusive sleeper, at a price each") {
    Machine machine(profile(4, {compute_price, {Cost::wake_up, 1_us}}));
    auto queue = machine.kernel.make_wait_queue("queue");
    bool ready = false;
    std::vector<SimTime> woken(3);
    for (CpuId cpu = 0; cpu < 3; ++cpu) {
        machine.thread("sleeper", cpu, [&, cpu] {
            machine.compute(cpu);
            queue->wait_event([&] { return ready; });
            woken[cpu] = machine.kernel.now();
        });
    }
    machine.thread("waker", 3, [&] {
        machine.compute(10'000);
        ready = true;
        queue->wake_up();
    });
    machine.run();
    CHECK(woken == std::vector<SimTime>{11_us, 12_us, 13_us});
}

TEST_CASE(
    "from the wake-up to running: wake_up on the waker, then a switch on the sleeper's core") {
    Machine machine(
        profile(2, {compute_price, {Cost::wake_up, 600_ns}, {Cost::context_switch, 1'100_ns}}));
    auto queue = machine.kernel.make_wait_queue("queue");
    bool ready = false;
    SimTime wake_up{0};
    SimTime woken{0};
    SimTime went_on{0};
    machine.thread("sleeper", 0, [&] {
        queue->wait_event([&] { return ready; });
        woken = machine.kernel.now();
    });
    machine.thread("waker", 1, [&] {
        machine.compute(10'000);
        ready = true;
        wake_up = machine.kernel.now();
        queue->wake_up();
        went_on = machine.kernel.now();
    });
    machine.run();
    CHECK(went_on == wake_up + 600_ns);
    CHECK(woken == wake_up + 600_ns + 1'100_ns);
}

TEST_CASE("wait_event_timeout returns false at the timer's interrupt, its wake-up and the switch") {
    Machine machine(profile(1, {compute_price,
                                {Cost::irq_entry, 300_ns},
                                {Cost::irq_exit, 200_ns},
                                {Cost::wake_up, 600_ns},
                                {Cost::context_switch, 1'100_ns}}));
    auto queue = machine.kernel.make_wait_queue("queue");
    bool result = true;
    SimTime started{0};
    SimTime returned{0};
    machine.thread("sleeper", 0, [&] {
        started = machine.kernel.now();
        result = queue->wait_event_timeout([] { return false; }, 10_us);
        returned = machine.kernel.now();
    });
    machine.run();
    CHECK_FALSE(result);
    CHECK(returned - started == 10_us + 300_ns + 600_ns + 200_ns + 1'100_ns);
}

TEST_CASE("wait_event_timeout returns true if it is woken in time, and its timer never fires") {
    Machine machine(profile(2, {compute_price}));
    auto queue = machine.kernel.make_wait_queue("queue");
    bool ready = false;
    bool result = false;
    SimTime returned{0};
    machine.thread("sleeper", 0, [&] {
        result = queue->wait_event_timeout([&] { return ready; }, 1_ms);
        returned = machine.kernel.now();
        machine.compute(5'000'000);
    });
    machine.thread("waker", 1, [&] {
        machine.compute(3'000);
        ready = true;
        queue->wake_up();
    });
    machine.run();
    CHECK(result);
    CHECK(returned == 3_us);
    CHECK(machine.count_of("cpu0.interrupts") == 0);
}

TEST_CASE("a time-out of seconds comes on the picosecond") {
    Machine machine(profile(1, {}));
    auto completion = machine.kernel.make_completion("completion");
    SimTime returned{0};
    machine.thread("sleeper", 0, [&] {
        CHECK_FALSE(completion->wait_for_completion_timeout(10'000_ms + 7_ps));
        returned = machine.kernel.now();
    });
    machine.run();
    CHECK(returned == 10'000_ms + 7_ps);
}

TEST_CASE("a completion counts: each complete() lets one waiter through, before or after") {
    Machine machine(profile(2, {compute_price}));
    auto completion = machine.kernel.make_completion("completion");
    std::vector<SimTime> passed;
    machine.thread("waiter", 0, [&] {
        machine.compute(5'000);
        for (int i = 0; i < 3; ++i) {
            completion->wait_for_completion();
            passed.push_back(machine.kernel.now());
        }
    });
    machine.thread("completer", 1, [&] {
        completion->complete();
        completion->complete();
        machine.compute(9'000);
        completion->complete();
    });
    machine.run();
    CHECK(passed == std::vector<SimTime>{5_us, 5_us, 9_us});
}

TEST_CASE("sleep lasts at least as long as asked") {
    Machine machine(profile(1, {{Cost::irq_entry, 300_ns}, {Cost::context_switch, 1_us}}));
    SimTime slept{0};
    machine.thread("sleeper", 0, [&] {
        const SimTime before = machine.kernel.now();
        machine.kernel.sleep(50_us);
        slept = machine.kernel.now() - before;
    });
    machine.run();
    CHECK(slept == 50_us + 300_ns + 1_us);
}

TEST_CASE("stop() ends a thread that waits for an event") {
    Machine machine(profile(2, {compute_price}));
    auto queue = machine.kernel.make_wait_queue("queue");
    SimTime ended{0};
    auto thread = machine.kernel.run_kthread("worker", 0, [&](KThread& self) {
        queue->wait_event([&] { return self.should_stop(); });
        ended = machine.kernel.now();
    });
    machine.thread("stopper", 1, [&] {
        machine.compute(2'000);
        thread->stop();
    });
    machine.run();
    CHECK(ended == 2_us);
}

TEST_CASE("blocking in a hard IRQ throws and names context and object") {
    Machine machine(profile(1, {}));
    auto mutex = machine.kernel.make_mutex("desc_lock");
    auto queue = machine.kernel.make_wait_queue("queue");
    std::string message;
    machine.thread("setup", 0, [&] {
        machine.on_interrupt(0, [&] {
            CHECK_THROWS_AS(queue->wait_event([] { return true; }), SimulationError);
            CHECK_THROWS_AS(machine.kernel.sleep(1_us), SimulationError);
            CHECK_THROWS_AS(machine.kernel.schedule(), SimulationError);
            try {
                mutex->lock();
            } catch (const SimulationError& error) {
                message = error.what();
            }
        });
    });
    machine.raise_at(1_us, 0);
    machine.run();
    CHECK_THAT(message, Contains("hard IRQ of cpu0") && Contains("mutex 'desc_lock'"));
}

TEST_CASE("blocking with a spinlock held throws") {
    Machine machine(profile(1, {}));
    auto lock = machine.kernel.make_spin_lock("lock");
    auto completion = machine.kernel.make_completion("completion");
    std::string message;
    machine.thread("worker", 0, [&] {
        const IrqSaveGuard guard(*lock);
        try {
            completion->wait_for_completion();
        } catch (const SimulationError& error) {
            message = error.what();
        }
    });
    machine.run();
    CHECK_THAT(message, Contains("thread 'worker'") && Contains("completion 'completion'"));
}
