// SPDX-License-Identifier: Apache-2.0
// Rules of hard interrupts.
#include <vector>

#include "tests/rules/os/machine.h"
#include "tests/support/catch.h"

using namespace lookaside;
using namespace lookaside::os;
using namespace lookaside::os::test;

TEST_CASE("a hard IRQ preempts a thread, which finishes later by the handler's time") {
    Machine machine(
        profile(1, {compute_price, {Cost::irq_entry, 300_ns}, {Cost::irq_exit, 200_ns}}));
    SimTime handled{0};
    SimTime finished{0};
    machine.thread("worker", 0, [&] {
        machine.on_interrupt(0, [&] {
            handled = machine.kernel.now();
            machine.compute(500);
        });
        machine.compute(10'000);
        finished = machine.kernel.now();
    });
    machine.raise_at(4_us, 0);
    machine.run();
    CHECK(handled == 4_us + 300_ns);
    CHECK(finished == 10_us + 300_ns + 500_ns + 200_ns);
}

TEST_CASE("an IRQ that arrives during several merged pieces of work is taken at its own time") {
    Machine machine(profile(1, {compute_price}));
    SimTime handled{0};
    SimTime finished{0};
    machine.thread("worker", 0, [&] {
        machine.on_interrupt(0, [&] { handled = machine.kernel.now(); });
        for (int i = 0; i < 10; ++i) {
            machine.compute(40);
        }
        finished = machine.kernel.now();
    });
    machine.raise_at(200_ns + 321_ps, 0);
    machine.run();
    CHECK(handled == 200_ns + 321_ps);
    CHECK(finished == 400_ns);
}

TEST_CASE("an IRQ waits while interrupts are off") {
    Machine machine(profile(1, {compute_price, {Cost::irq_entry, 300_ns}}));
    SimTime handled{0};
    auto lock = machine.kernel.make_spin_lock("lock");
    machine.thread("worker", 0, [&] {
        machine.on_interrupt(0, [&] { handled = machine.kernel.now(); });
        machine.compute(1'000);
        {
            const IrqSaveGuard guard(*lock);
            machine.compute(5'000);
        }
        machine.compute(10'000);
    });
    machine.raise_at(2_us, 0);
    machine.run();
    CHECK(handled == 6_us + 300_ns);
}

TEST_CASE("an IRQ that arrives before interrupts go off is taken before them") {
    Machine machine(profile(1, {compute_price}));
    SimTime handled{0};
    auto lock = machine.kernel.make_spin_lock("lock");
    machine.thread("worker", 0, [&] {
        machine.on_interrupt(0, [&] { handled = machine.kernel.now(); });
        machine.compute(3'000);
        const IrqSaveGuard guard(*lock);
        machine.compute(5'000);
    });
    machine.raise_at(2_us, 0);
    machine.run();
    CHECK(handled == 2_us);
}

TEST_CASE("a hard IRQ does not interrupt another one on the same core") {
    Machine machine(
        profile(1, {compute_price, {Cost::irq_entry, 300_ns}, {Cost::irq_exit, 200_ns}}));
    std::vector<SimTime> handled;
    machine.thread("worker", 0, [&] {
        for (int i = 0; i < 2; ++i) {
            machine.on_interrupt(0, [&] {
                handled.push_back(machine.kernel.now());
                machine.compute(1'000);
            });
        }
    });
    machine.raise_at(5_us, 0);
    machine.raise_at(5_us + 500_ns, 1);
    machine.run();
    REQUIRE(handled.size() == 2);
    CHECK(handled[0] == 5_us + 300_ns);
    CHECK(handled[1] == handled[0] + 1_us + 200_ns + 300_ns);
}

TEST_CASE("a message for a vector that is already pending merges with it") {
    Machine machine(profile(1, {compute_price}));
    int handled = 0;
    auto lock = machine.kernel.make_spin_lock("lock");
    machine.thread("worker", 0, [&] {
        machine.on_interrupt(0, [&] { ++handled; });
        const IrqSaveGuard guard(*lock);
        machine.compute(5'000);
    });
    machine.raise_at(1_us, 0);
    machine.raise_at(2_us, 0);
    machine.run();
    CHECK(handled == 1);
}

TEST_CASE("an interrupt goes to the core it was requested for and leaves the other alone") {
    Machine machine(profile(2, {compute_price, {Cost::irq_entry, 300_ns}}));
    CpuId handled_on = 99;
    SimTime finished{0};
    machine.thread("setup", 0, [&] {
        machine.on_interrupt(1, [&] { handled_on = machine.kernel.this_cpu(); });
        machine.compute(10'000);
        finished = machine.kernel.now();
    });
    machine.raise_at(5_us, 0);
    machine.run();
    CHECK(handled_on == 1);
    CHECK(finished == 10_us);
}

TEST_CASE("a message without a handler ends the run") {
    Machine machine(profile(1, {}));
    CHECK_THROWS_AS(machine.kernel.interrupt_message(40), SimulationError);
}
