// SPDX-License-Identifier: Apache-2.0
#include "host/os/sim_kernel.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "host/os/sim_locks.h"

namespace lookaside::os {
namespace {

/// Time that code may owe before it is waited for. It bounds how much too early other contexts can
/// see what the code stores without a lock; everything that goes through the kernel is exact.
constexpr Picoseconds longest_debt = 500_ns;

/// What drivers hold of a thread or queue that lives as long as the kernel.
class KThreadHandle : public KThread {
  public:
    explicit KThreadHandle(Task& task) : task_(task) {}
    bool should_stop() const override { return task_.should_stop(); }
    void stop() override { task_.stop(); }

  private:
    Task& task_;
};

class WorkQueueHandle : public WorkQueue {
  public:
    explicit WorkQueueHandle(WorkQueue& queue) : queue_(queue) {}
    bool queue_work(Work& work) override { return queue_.queue_work(work); }
    bool queue_work_on(CpuId cpu, Work& work) override { return queue_.queue_work_on(cpu, work); }

  private:
    WorkQueue& queue_;
};

}  // namespace

SimKernel::SimKernel(const CpuProfile& profile, Agenda& agenda, memory::HostMemory& memory,
                     StatisticsRegistry& statistics)
    : profile_(profile),
      policy_(profile.cores),
      agenda_(agenda),
      threads_started_(profile.cores, 0),
      tasks_(current_, agenda),
      mmio_("mmio", agenda, current_),
      dma_(current_, memory),
      sleep_(current_) {
    for (CpuId id = 0; id < profile_.cores; ++id) {
        cores_.push_back(std::make_unique<Core>(id, profile_, policy_, agenda, current_));
    }
    if (profile_.threads_per_core > 1) {
        for (CpuId id = 0; id < profile_.cores; ++id) {
            if (id % profile_.threads_per_core == 0) {
                slots_.push_back(std::make_unique<IssueSlot>(profile_));
            }
            cores_[id]->share(*slots_.back());
        }
    }
    add_work_queue("events", WorkConcurrency::managed);
    publish(statistics);
}

SimKernel::~SimKernel() = default;

PciDevice& SimKernel::add_pci_device(PciFunction function) {
    devices_.push_back(std::make_unique<SimPciDevice>(std::move(function), mmio_, irqs_, cores_));
    return *devices_.back();
}

void SimKernel::interrupt_message(std::uint32_t data) {
    IrqLine& line = irqs_.at(data);
    line.core().interrupt(line);
}

Context& SimKernel::caller(const char* call) const {
    if (current_.context == nullptr) {
        throw SimulationError(std::string(call) + " outside of any thread or interrupt");
    }
    return *current_.context;
}

SimTime SimKernel::now() const {
    Context* context = current_.context;
    if (context == nullptr) {
        return agenda_.now();
    }
    if (context->takes_interrupts()) {
        context->core().flush();
    }
    return agenda_.now() + context->core().debt_at_pace(*context);
}

CpuId SimKernel::this_cpu() const {
    return caller("this_cpu()").core().id();
}

void SimKernel::spend(Cost cost, std::uint64_t count) {
    Context& me = caller("spend()");
    const Picoseconds time = profile_.price(cost) * static_cast<std::int64_t>(count);
    if (cost == Cost::poll_iteration) {
        me.core().poll(time);
    } else {
        me.spend(time);
        if (me.debt() >= longest_debt) {
            me.core().flush();
        }
    }
}

void SimKernel::compute(Implementation implementation, CipherWork work, Bytes size) {
    caller("compute()").core().compute(profile_.price(implementation, work).of(size));
}

void SimKernel::schedule() {
    caller("schedule()").core().yield();
}

void SimKernel::sleep(Picoseconds duration) {
    sleep_.sleep_for(duration);
}

std::unique_ptr<SpinLock> SimKernel::make_spin_lock(std::string_view name) {
    return std::make_unique<SimSpinLock>(current_, std::string(name));
}

std::unique_ptr<Mutex> SimKernel::make_mutex(std::string_view name) {
    return std::make_unique<SimMutex>(current_, std::string(name));
}

std::unique_ptr<WaitQueue> SimKernel::make_wait_queue(std::string_view name) {
    return std::make_unique<SimWaitQueue>(current_, std::string(name));
}

std::unique_ptr<Completion> SimKernel::make_completion(std::string_view name) {
    return std::make_unique<SimCompletion>(current_, std::string(name));
}

WorkQueue& SimKernel::add_work_queue(std::string name, WorkConcurrency concurrency) {
    work_queues_.push_back(
        std::make_unique<SimWorkQueue>(current_, tasks_, cores_, std::move(name), concurrency));
    return *work_queues_.back();
}

std::unique_ptr<WorkQueue> SimKernel::make_work_queue(std::string_view name) {
    return std::make_unique<WorkQueueHandle>(
        add_work_queue(std::string(name), WorkConcurrency::one));
}

std::unique_ptr<Tasklet> SimKernel::make_tasklet(std::string_view name,
                                                 std::function<void()> function) {
    return std::make_unique<SimTasklet>(current_, std::string(name), std::move(function));
}

std::unique_ptr<Timer> SimKernel::make_timer(std::string_view name,
                                             std::function<void()> function) {
    return std::make_unique<SimTimer>(current_, agenda_, std::string(name), std::move(function));
}

Core& SimKernel::least_loaded() {
    // Idle cores come before idle threads of busy ones, as the scheduler's SMT domain has it.
    const unsigned siblings = profile_.threads_per_core;
    std::vector<unsigned> on_core(profile_.cores / siblings, 0);
    for (CpuId id = 0; id < profile_.cores; ++id) {
        on_core[id / siblings] += threads_started_[id];
    }
    CpuId best = 0;
    for (CpuId id = 1; id < profile_.cores; ++id) {
        if (std::pair(on_core[id / siblings], threads_started_[id]) <
            std::pair(on_core[best / siblings], threads_started_[best])) {
            best = id;
        }
    }
    return *cores_[best];
}

std::unique_ptr<KThread> SimKernel::run_kthread(std::string_view name, std::optional<CpuId> cpu,
                                                std::function<void(KThread&)> body) {
    if (cpu.has_value() && *cpu >= cores_.size()) {
        throw SimulationError("thread '" + std::string(name) + "' is bound to cpu" +
                              std::to_string(*cpu) + ", there are " +
                              std::to_string(cores_.size()));
    }
    Core& core = cpu.has_value() ? *cores_[*cpu] : least_loaded();
    ++threads_started_[core.id()];
    if (current_.context != nullptr) {
        current_.context->core().charge_wake_up();
    }
    return std::make_unique<KThreadHandle>(tasks_.start(std::string(name), core, std::move(body)));
}

std::vector<std::string> SimKernel::describe_waits() const {
    std::vector<std::string> lines;
    for (const auto& task : tasks_.all()) {
        if (task->state() == Task::State::blocked) {
            lines.push_back(task->describe() + " waits for " + task->waits_for()->describe());
        } else if (task->state() == Task::State::ready) {
            const Context* occupant = task->core().occupant();
            lines.push_back(task->describe() + " is ready, but the core is held by " +
                            (occupant != nullptr ? occupant->describe() : "nobody"));
        }
    }
    return lines;
}

Picoseconds SimKernel::unfinished_jobs(Core& core, SimTime now) const {
    Picoseconds sum = core.unfinished_interrupts(now);
    for (const auto& task : tasks_.all()) {
        if (&task->core() == &core && task->is_runnable()) {
            sum += core.accounting().time_in_window(task->runnable_since(), now);
        }
    }
    return sum;
}

void SimKernel::publish(StatisticsRegistry& statistics) {
    statistics.add({[this](SimTime now) {
                        for (auto& core : cores_) {
                            core->settle();
                            core->accounting().reset(now);
                        }
                        for (const auto& task : tasks_.all()) {
                            task->open_window();
                        }
                    },
                    [this](SimTime now, std::vector<Statistic>& values,
                           std::vector<ResourceUsage>& resources) {
                        for (auto& core : cores_) {
                            core->settle();
                            core->accounting().publish(
                                core->name(), now, unfinished_jobs(*core, now), values, resources);
                        }
                        for (const auto& task : tasks_.all()) {
                            const auto time =
                                static_cast<std::uint64_t>(task->cpu_time_in_window().count());
                            values.push_back({task->core().name() + ".thread." + task->name(), "ps",
                                              "CPU time of the thread, stalls included", time});
                        }
                    }});
}

}  // namespace lookaside::os
