// SPDX-License-Identifier: Apache-2.0
// Rules of work queues, tasklets and timers.
#include <string>
#include <vector>

#include "tests/rules/os/machine.h"
#include "tests/support/catch.h"

using namespace lookaside;
using namespace lookaside::os;
using namespace lookaside::os::test;

TEST_CASE("a work item queued twice before it runs runs once") {
    Machine machine(profile(1, {compute_price}));
    int runs = 0;
    Work work([&] { ++runs; });
    machine.thread("queuer", 0, [&] {
        CHECK(machine.kernel.system_wq().queue_work(work));
        CHECK_FALSE(machine.kernel.system_wq().queue_work(work));
    });
    machine.run();
    CHECK(runs == 1);
}

TEST_CASE("a work item queued while it runs runs again") {
    Machine machine(profile(2, {compute_price}));
    int runs = 0;
    Work work([&] {
        ++runs;
        machine.compute(10'000);
    });
    machine.thread("queuer", 0, [&] {
        machine.kernel.system_wq().queue_work_on(1, work);
        machine.compute(5'000);
        CHECK(machine.kernel.system_wq().queue_work_on(1, work));
    });
    machine.run();
    CHECK(runs == 2);
}

TEST_CASE("an item runs on the CPU that queued it") {
    Machine machine(profile(4, {compute_price}));
    std::vector<CpuId> ran_on;
    std::vector<std::unique_ptr<Work>> works;
    for (CpuId cpu = 0; cpu < 4; ++cpu) {
        works.push_back(
            std::make_unique<Work>([&] { ran_on.push_back(machine.kernel.this_cpu()); }));
        machine.thread("queuer", cpu, [&, cpu] {
            machine.compute(1'000 * (cpu + 1));
            machine.kernel.system_wq().queue_work(*works[cpu]);
        });
    }
    machine.run();
    CHECK(ran_on == std::vector<CpuId>{0, 1, 2, 3});
}

TEST_CASE("an item never runs beside itself, even if another CPU queues it") {
    Machine machine(profile(2, {compute_price}));
    std::vector<CpuId> ran_on;
    int inside = 0;
    int most = 0;
    Work work([&] {
        most = std::max(most, ++inside);
        ran_on.push_back(machine.kernel.this_cpu());
        machine.compute(10'000);
        (void)machine.kernel.now();
        --inside;
    });
    for (CpuId cpu = 0; cpu < 2; ++cpu) {
        machine.thread("queuer", cpu, [&, cpu] {
            machine.compute(5'000 * cpu);
            machine.kernel.system_wq().queue_work(work);
        });
    }
    machine.run();
    CHECK(most == 1);
    CHECK(ran_on == std::vector<CpuId>{0, 0});
}

TEST_CASE("from the interrupt to its work item: the kernel's costs in a row") {
    Machine machine(profile(1, {{Cost::irq_entry, 500_ns},
                                {Cost::queue_work, 150_ns},
                                {Cost::wake_up, 600_ns},
                                {Cost::irq_exit, 250_ns},
                                {Cost::context_switch, 1'100_ns},
                                {Cost::run_work, 150_ns}}));
    SimTime ran{0};
    Work work([&] { ran = machine.kernel.now(); });
    machine.thread("setup", 0, [&] {
        machine.on_interrupt(0, [&] { machine.kernel.system_wq().queue_work(work); });
    });
    machine.raise_at(100_us, 0);
    machine.run();
    CHECK(ran == 100_us + 500_ns + 150_ns + 600_ns + 250_ns + 1'100_ns + 150_ns);
}

TEST_CASE("an item that sleeps on the system queue does not hold up the next one") {
    Machine machine(profile(1, {compute_price}));
    SimTime second_ran{0};
    Work first([&] { machine.kernel.sleep(100_us); });
    Work second([&] { second_ran = machine.kernel.now(); });
    machine.thread("queuer", 0, [&] {
        machine.compute(1'000);
        machine.kernel.system_wq().queue_work(first);
        machine.kernel.system_wq().queue_work(second);
    });
    machine.run();
    CHECK(second_ran == 1_us);
}

TEST_CASE("an item that sleeps on a queue of its own holds up the next one") {
    Machine machine(profile(1, {compute_price}));
    SimTime second_ran{0};
    auto queue = machine.kernel.make_work_queue("own");
    Work first([&] { machine.kernel.sleep(100_us); });
    Work second([&] { second_ran = machine.kernel.now(); });
    machine.thread("queuer", 0, [&] {
        machine.compute(1'000);
        queue->queue_work(first);
        queue->queue_work(second);
    });
    machine.run();
    CHECK(second_ran == 101_us);
}

TEST_CASE("a tasklet runs after the hard IRQ and before threads") {
    Machine machine(profile(1, {compute_price, {Cost::softirq, 200_ns}}));
    std::vector<std::string> order;
    SimTime tasklet_ran{0};
    SimTime thread_done{0};
    auto tasklet = machine.kernel.make_tasklet("tasklet", [&] {
        tasklet_ran = machine.kernel.now();
        order.emplace_back("tasklet");
        machine.compute(2'000);
    });
    machine.thread("worker", 0, [&] {
        machine.on_interrupt(0, [&] {
            tasklet->schedule();
            machine.compute(1'000);
            order.emplace_back("handler");
        });
        machine.compute(10'000);
        thread_done = machine.kernel.now();
        order.emplace_back("thread");
    });
    machine.raise_at(5_us, 0);
    machine.run();
    CHECK(order == std::vector<std::string>{"handler", "tasklet", "thread"});
    CHECK(tasklet_ran == 6_us + 200_ns);
    CHECK(thread_done == 10_us + 1_us + 200_ns + 2_us);
}

TEST_CASE("a hard IRQ preempts a tasklet") {
    Machine machine(profile(1, {compute_price}));
    SimTime handled{0};
    SimTime tasklet_done{0};
    auto tasklet = machine.kernel.make_tasklet("tasklet", [&] {
        machine.compute(10'000);
        tasklet_done = machine.kernel.now();
    });
    machine.thread("setup", 0, [&] {
        machine.on_interrupt(0, [&] { tasklet->schedule(); });
        machine.on_interrupt(0, [&] {
            handled = machine.kernel.now();
            machine.compute(1'000);
        });
    });
    machine.raise_at(5_us, 0);
    machine.raise_at(8_us, 1);
    machine.run();
    CHECK(handled == 8_us);
    CHECK(tasklet_done == 16_us);
}

TEST_CASE("a tasklet may not sleep") {
    Machine machine(profile(1, {}));
    auto mutex = machine.kernel.make_mutex("mutex");
    bool ran = false;
    auto tasklet = machine.kernel.make_tasklet("tasklet", [&] {
        CHECK_THROWS_AS(mutex->lock(), SimulationError);
        ran = true;
    });
    machine.thread("setup", 0, [&] { tasklet->schedule(); });
    machine.run();
    CHECK(ran);
}

TEST_CASE("a tasklet scheduled twice before it runs runs once, and never beside itself") {
    Machine machine(profile(2, {compute_price}));
    std::vector<SimTime> started;
    auto tasklet = machine.kernel.make_tasklet("tasklet", [&] {
        started.push_back(machine.kernel.now());
        machine.compute(10'000);
    });
    auto lock = machine.kernel.make_spin_lock("lock");
    machine.thread("first", 0, [&] {
        const IrqSaveGuard guard(*lock);
        tasklet->schedule();
        tasklet->schedule();
    });
    machine.thread("second", 1, [&] {
        machine.compute(5'000);
        tasklet->schedule();
    });
    machine.run();
    CHECK(started == std::vector<SimTime>{0_us, 10_us});
}

TEST_CASE("a timer fires once, at its time, unless it is moved or deleted") {
    Machine machine(profile(1, {compute_price, {Cost::irq_entry, 300_ns}}));
    std::vector<std::string> fired;
    std::vector<SimTime> at;
    const auto note = [&](const char* name) {
        return [&, name] {
            fired.emplace_back(name);
            at.push_back(machine.kernel.now());
        };
    };
    auto plain = machine.kernel.make_timer("plain", note("plain"));
    auto moved = machine.kernel.make_timer("moved", note("moved"));
    auto deleted = machine.kernel.make_timer("deleted", note("deleted"));
    machine.thread("setup", 0, [&] {
        plain->mod_timer(20_us);
        moved->mod_timer(10_us);
        deleted->mod_timer(30_us);
        machine.compute(5'000);
        moved->mod_timer(40_us);
        deleted->del_timer();
    });
    machine.run();
    CHECK(fired == std::vector<std::string>{"plain", "moved"});
    CHECK(at == std::vector<SimTime>{20_us + 300_ns, 40_us + 300_ns});
}
