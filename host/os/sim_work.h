// SPDX-License-Identifier: Apache-2.0
// Work queues: items of deferred work and the kworkers that run them.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "host/os/kernel.h"
#include "host/os/sim_task.h"
#include "host/os/sim_task_table.h"
#include "host/os/sim_wait.h"

namespace lookaside::os {

/// How many items of one queue and CPU may be under way.
enum class WorkConcurrency : std::uint8_t {
    one,      // the next item waits until the item before has returned, even while that sleeps
    managed,  // one runs at a time; while it sleeps, another worker takes the next (as system_wq)
};

/// The kworkers of one queue on one CPU, and the items that wait for them.
class WorkerPool : private Waitable, private SleepObserver {
  public:
    WorkerPool(CurrentContext& current, TaskTable& tasks, Core& core, const std::string& queue,
               WorkConcurrency concurrency);

    /// Appends the item; the caller pays for queueing and for waking a worker.
    void queue(Work& work);
    /// True from the moment a worker took the item to the end of its function.
    bool executes(const Work& work) const;

  private:
    std::string describe() const override { return "work"; }
    void about_to_sleep(Task& task) override;
    void awake_again(Task& task) override;

    void add_worker();
    void serve(Task& worker);
    bool may_start() const { return !items_.empty() && active_ == 0; }

    TaskTable& tasks_;
    Core& core_;
    WorkConcurrency concurrency_;
    std::deque<Work*> items_;
    std::vector<const Work*> executing_;
    unsigned workers_ = 0;
    unsigned idle_ = 0;    // workers without an item
    unsigned active_ = 0;  // workers in an item and not asleep in it (or, with `one`, in an item)
};

/// Bound work queue: a pool a CPU. An item that is executing on another CPU is queued there, so
/// that it never runs beside itself.
class SimWorkQueue : public WorkQueue {
  public:
    SimWorkQueue(CurrentContext& current, TaskTable& tasks,
                 const std::vector<std::unique_ptr<Core>>& cores, std::string name,
                 WorkConcurrency concurrency);
    bool queue_work(Work& work) override;
    bool queue_work_on(CpuId cpu, Work& work) override;

  private:
    Context& caller() const;

    CurrentContext& current_;
    std::string name_;
    std::vector<std::unique_ptr<WorkerPool>> pools_;
};

}  // namespace lookaside::os
