// SPDX-License-Identifier: Apache-2.0
// Rules of spinlocks and mutexes.
#include <string>
#include <vector>

#include "tests/rules/os/machine.h"
#include "tests/support/catch.h"

using namespace lookaside;
using namespace lookaside::os;
using namespace lookaside::os::test;
using Catch::Matchers::Contains;

TEST_CASE("two cores contend on a spinlock: the second spins until the first releases") {
    Machine machine(profile(2, {compute_price}));
    auto lock = machine.kernel.make_spin_lock("lock");
    SimTime entered{0};
    machine.thread("first", 0, [&] {
        lock->lock();
        machine.compute(5'000);
        lock->unlock();
    });
    machine.thread("second", 1, [&] {
        machine.compute(1'000);
        lock->lock();
        entered = machine.kernel.now();
        lock->unlock();
    });
    machine.run();
    CHECK(entered == 5_us);
    CHECK(machine.time_of("cpu1", "spinning") == 4_us);
}

TEST_CASE("a spinlock is granted in the order of arrival") {
    Machine machine(profile(4, {compute_price}));
    auto lock = machine.kernel.make_spin_lock("lock");
    std::vector<CpuId> order;
    const std::vector<std::uint64_t> arrival{0, 3'000, 1'000, 2'000};
    for (CpuId cpu = 0; cpu < 4; ++cpu) {
        machine.thread("t", cpu, [&, cpu] {
            machine.compute(arrival[cpu]);
            const IrqSaveGuard guard(*lock);
            order.push_back(cpu);
            machine.compute(10'000);
        });
    }
    machine.run();
    CHECK(order == std::vector<CpuId>{0, 2, 3, 1});
}

TEST_CASE("a thread that holds a spinlock is not preempted") {
    Machine machine(profile(1, {compute_price}));
    auto lock = machine.kernel.make_spin_lock("lock");
    SimTime released{0};
    SimTime other_ran{0};
    machine.thread("holder", 0, [&] {
        machine.compute(1'000);
        lock->lock();
        machine.compute(50'000'000);
        released = machine.kernel.now();
        lock->unlock();
        machine.compute(1'000);
    });
    machine.thread("other", 0, [&] { other_ran = machine.kernel.now(); });
    machine.run();
    CHECK(released == 50_ms + 1_us);
    CHECK(other_ran == released);
}

TEST_CASE("a handler that takes a lock its own core holds would spin for ever, and ends the run") {
    Machine machine(profile(1, {compute_price}));
    auto lock = machine.kernel.make_spin_lock("lock");
    std::string message;
    machine.thread("holder", 0, [&] {
        machine.on_interrupt(0, [&] {
            try {
                lock->lock();
            } catch (const SimulationError& error) {
                message = error.what();
            }
        });
        lock->lock();
        machine.compute(5'000);
        lock->unlock();
    });
    machine.raise_at(2_us, 0);
    machine.run();
    CHECK_THAT(message, Contains("hard IRQ of cpu0") && Contains("spinlock 'lock'") &&
                            Contains("thread 'holder'"));
}

TEST_CASE("only the holder may release a lock") {
    Machine machine(profile(1, {}));
    auto spin_lock = machine.kernel.make_spin_lock("spin");
    auto mutex = machine.kernel.make_mutex("mutex");
    bool done = false;
    machine.thread("worker", 0, [&] {
        CHECK_THROWS_AS(spin_lock->unlock(), SimulationError);
        CHECK_THROWS_AS(mutex->unlock(), SimulationError);
        done = true;
    });
    machine.run();
    CHECK(done);
}

TEST_CASE("a mutex is granted first come first served") {
    Machine machine(profile(4, {compute_price, {Cost::context_switch, 1_us}}));
    auto mutex = machine.kernel.make_mutex("mutex");
    std::vector<CpuId> order;
    const std::vector<std::uint64_t> arrival{0, 3'000, 1'000, 2'000};
    for (CpuId cpu = 0; cpu < 4; ++cpu) {
        machine.thread("t", cpu, [&, cpu] {
            machine.compute(arrival[cpu]);
            mutex->lock();
            order.push_back(cpu);
            machine.compute(10'000);
            mutex->unlock();
        });
    }
    machine.run();
    CHECK(order == std::vector<CpuId>{0, 2, 3, 1});
}

TEST_CASE("a thread that waits for a mutex leaves its core to others") {
    Machine machine(profile(2, {compute_price}));
    auto mutex = machine.kernel.make_mutex("mutex");
    SimTime other_done{0};
    machine.thread("holder", 0, [&] {
        mutex->lock();
        machine.compute(100'000);
        mutex->unlock();
    });
    machine.thread("waiter", 1, [&] {
        machine.compute(1'000);
        mutex->lock();
        mutex->unlock();
    });
    machine.thread("other", 1, [&] {
        machine.compute(10'000);
        other_done = machine.kernel.now();
    });
    machine.run();
    CHECK(other_done == 11_us);
}

TEST_CASE("the wait-for graph names the waiter, the lock and its holder") {
    Machine machine(profile(2, {compute_price}));
    auto mutex = machine.kernel.make_mutex("desc_lock");
    auto never = machine.kernel.make_wait_queue("never");
    machine.thread("holder", 0, [&] {
        mutex->lock();
        never->wait_event([] { return false; });
    });
    machine.thread("waiter", 1, [&] {
        machine.compute(1'000);
        mutex->lock();
    });
    machine.run();
    const std::vector<std::string> waits = machine.kernel.describe_waits();
    CHECK_THAT(waits, Catch::VectorContains(std::string(
                          "thread 'waiter' on cpu1 waits for mutex 'desc_lock' held by thread "
                          "'holder' on cpu0")));
    CHECK_THAT(waits, Catch::VectorContains(
                          std::string("thread 'holder' on cpu0 waits for wait queue 'never'")));
}
