// SPDX-License-Identifier: Apache-2.0
#include "host/os/sim_work.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "host/os/sim_core.h"

namespace lookaside::os {

WorkerPool::WorkerPool(CurrentContext& current, TaskTable& tasks, Core& core,
                       const std::string& queue, WorkConcurrency concurrency)
    : Waitable(current, queue), tasks_(tasks), core_(core), concurrency_(concurrency) {
    add_worker();
}

void WorkerPool::add_worker() {
    const std::string worker =
        "kworker/" + std::to_string(core_.id()) + ":" + std::to_string(workers_++);
    ++idle_;
    tasks_.start(worker + "-" + name(), core_,
                 [this](KThread& thread) { serve(static_cast<Task&>(thread)); });
}

void WorkerPool::serve(Task& worker) {
    for (;;) {
        sleep_until(worker, [this] { return may_start(); });
        Work& work = *items_.front();
        items_.pop_front();
        --idle_;
        ++active_;
        executing_.push_back(&work);
        work.set_pending(false);
        worker.spend(core_.profile().price(Cost::run_work));
        if (concurrency_ == WorkConcurrency::managed) {
            worker.set_observer(this);
        }
        work.run();
        worker.set_observer(nullptr);
        core_.flush();
        std::erase(executing_, &work);
        --active_;
        ++idle_;
    }
}

void WorkerPool::queue(Work& work) {
    Context& me = caller("queue_work()");
    Core& core = me.core();
    const CpuProfile& profile = core.profile();
    me.spend(profile.price(Cost::queue_work));
    if (active_ == 0 && has_waiters()) {
        me.spend(profile.price(Cost::wake_up));
    }
    core.flush();
    items_.push_back(&work);
    if (active_ == 0) {
        release_first();
    }
    core.flush();
}

bool WorkerPool::executes(const Work& work) const {
    return std::find(executing_.begin(), executing_.end(), &work) != executing_.end();
}

void WorkerPool::about_to_sleep(Task&) {
    --active_;
    if (!may_start()) {
        return;
    }
    if (idle_ == 0) {
        add_worker();
    } else {
        wake(1);
    }
}

void WorkerPool::awake_again(Task&) {
    ++active_;
}

SimWorkQueue::SimWorkQueue(CurrentContext& current, TaskTable& tasks,
                           const std::vector<std::unique_ptr<Core>>& cores, std::string name,
                           WorkConcurrency concurrency)
    : current_(current), name_(std::move(name)) {
    for (const auto& core : cores) {
        pools_.push_back(std::make_unique<WorkerPool>(current, tasks, *core, name_, concurrency));
    }
}

Context& SimWorkQueue::caller() const {
    if (current_.context == nullptr) {
        throw SimulationError("work is queued on '" + name_ +
                              "' outside of any thread or interrupt");
    }
    return *current_.context;
}

bool SimWorkQueue::queue_work(Work& work) {
    return queue_work_on(caller().core().id(), work);
}

bool SimWorkQueue::queue_work_on(CpuId cpu, Work& work) {
    if (cpu >= pools_.size()) {
        throw SimulationError("work is queued on cpu" + std::to_string(cpu) + ", there are " +
                              std::to_string(pools_.size()));
    }
    Context& me = caller();
    if (work.pending()) {
        me.spend(me.core().profile().price(Cost::queue_work));
        return false;
    }
    work.set_pending(true);
    const auto busy = std::find_if(pools_.begin(), pools_.end(),
                                   [&](const auto& pool) { return pool->executes(work); });
    (busy != pools_.end() ? *busy : pools_[cpu])->queue(work);
    return true;
}

}  // namespace lookaside::os
