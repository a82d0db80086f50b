// SPDX-License-Identifier: Apache-2.0
// Rules of the books: every picosecond of every core is booked once, and runs repeat exactly.
#include <string>
#include <vector>

#include "base/random.h"
#include "host/os/sim_accounting.h"
#include "tests/rules/os/machine.h"
#include "tests/support/catch.h"

using namespace lookaside;
using namespace lookaside::os;
using namespace lookaside::os::test;

namespace {

/// Something of everything on two cores: interrupts, a tasklet, work, locks, sleeps and stalls.
class BusyMachine {
  public:
    BusyMachine() : machine(cpu()) {
        machine.device.round_trip = 800_ns;
        machine.thread("setup", 0, [this] {
            machine.on_interrupt(0, [this] {
                machine.kernel.system_wq().queue_work(work);
                tasklet->schedule();
            });
        });
        for (CpuId core = 0; core < 2; ++core) {
            machine.thread("worker", core, [this, core] { serve(core); });
        }
        for (int i = 1; i < 100; ++i) {
            machine.raise_at(Picoseconds{i * 29'999'777LL}, 0);
        }
    }

    Machine machine;
    std::vector<SimTime> log;

  private:
    static CpuProfile cpu() {
        CpuProfile result = profile(2, {compute_price,
                                        {Cost::irq_entry, 500_ns},
                                        {Cost::irq_exit, 250_ns},
                                        {Cost::softirq, 200_ns},
                                        {Cost::wake_up, 600_ns},
                                        {Cost::context_switch, 1'100_ns},
                                        {Cost::cstate_exit, 5_us},
                                        {Cost::spin_lock, 15_ns},
                                        {Cost::poll_iteration, 45_ns}});
        result.cstate_entry = 20_us;
        return result;
    }
    void serve(CpuId core) {
        Random random(core + 1);
        for (int i = 0; i < 200; ++i) {
            machine.compute(random.below(5'000));
            {
                const IrqSaveGuard guard(*lock);
                machine.compute(random.below(3'000));
                if (i % 7 == 0) {
                    machine.pci->bar(0).read32(0);
                }
            }
            if (i % 5 == 0) {
                machine.kernel.sleep(
                    Picoseconds{static_cast<std::int64_t>(random.below(60'000'000))});
            }
            if (i % 3 == 0) {
                machine.kernel.spend(Cost::poll_iteration);
            }
            log.push_back(machine.kernel.now());
        }
    }

    std::unique_ptr<SpinLock> lock = machine.kernel.make_spin_lock("lock");
    Work work{[this] {
        const IrqSaveGuard guard(*lock);
        machine.compute(2'000);
        log.push_back(machine.kernel.now());
    }};
    std::unique_ptr<Tasklet> tasklet =
        machine.kernel.make_tasklet("tasklet", [this] { machine.compute(700); });
};

}  // namespace

TEST_CASE("the uses of a core add up to the window exactly, wherever it opens and closes") {
    BusyMachine busy;
    Machine& machine = busy.machine;
    const SimTime opens{1'234'567'891};
    const SimTime closes{2'345'678'912};
    machine.at(opens, [&] { machine.statistics.reset(sim_now()); });
    std::vector<Statistic> values;
    std::vector<ResourceUsage> resources;
    machine.at(closes, [&] { machine.statistics.collect(sim_now(), values, resources); });
    machine.run();

    REQUIRE(resources.size() == 2);
    for (const ResourceUsage& core : resources) {
        std::uint64_t total = 0;
        std::uint64_t threads = 0;
        std::uint64_t in_threads = 0;
        std::uint64_t idle = 0;
        for (const Statistic& value : values) {
            const auto amount = std::get<std::uint64_t>(value.value);
            if (value.name.starts_with(core.name + ".time.")) {
                total += amount;
                const std::string use = value.name.substr(core.name.size() + 6);
                idle += use == "idle" || use == "cstate" ? amount : 0;
                in_threads +=
                    use == "thread" || use == "polling" || use == "mmio_stall" || use == "spinning"
                        ? amount
                        : 0;
                if (core.name == "cpu0") {  // which takes the interrupts, and so does everything
                    CAPTURE(value.name);
                    CHECK(amount > 0);
                }
            } else if (value.name.starts_with(core.name + ".thread.")) {
                threads += amount;
            }
        }
        CHECK(total == static_cast<std::uint64_t>((closes - opens).count()));
        CHECK(core.busy.count() + static_cast<std::int64_t>(idle) == (closes - opens).count());
        CHECK(threads == in_threads);
    }
}

TEST_CASE("jobs of a core obey Little's law") {
    BusyMachine busy;
    busy.machine.run();
    std::vector<Statistic> values;
    std::vector<ResourceUsage> resources;
    busy.machine.statistics.collect(sim_now(), values, resources);
    for (const ResourceUsage& core : resources) {
        CHECK(core.served > 50);
        CHECK(core.jobs_time_integral ==
              Approx(static_cast<double>(core.residence.count())).epsilon(1e-9));
    }
}

TEST_CASE("the same program runs the same to the picosecond") {
    BusyMachine busy;
    busy.machine.run();
    std::uint64_t digest = 0;
    for (const SimTime time : busy.log) {
        digest = Random(digest ^ static_cast<std::uint64_t>(time.count())).next();
    }
    // Changes when a rule or a cost of the kernel does, and for no other reason.
    INFO("digest " << digest << " of " << busy.log.size() << " moments");
    CHECK(digest == 17801403340283918849U);
}
