// SPDX-License-Identifier: Apache-2.0
// A kernel thread: a context that can sleep.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "host/os/kernel.h"
#include "host/os/sim_context.h"
#include "host/os/sim_irq.h"
#include "models/base/agenda.h"

namespace lookaside::os {

class Task;
class Waitable;

/// Hears when a thread goes to sleep and when it has the core again: how a worker pool notices
/// that one of its workers is stuck in an item.
class SleepObserver {
  public:
    virtual ~SleepObserver() = default;
    virtual void about_to_sleep(Task& task) = 0;
    virtual void awake_again(Task& task) = 0;
};

/// Thread bound to one core. Becomes runnable at the time it was made (when the simulation starts,
/// if it was made before); threads made at one time become so in the order they were made.
class Task : public Context, public KThread {
  public:
    Task(CurrentContext& current, Core& core, Agenda& agenda, std::string name,
         std::function<void(KThread&)> body);

    bool should_stop() const override { return should_stop_; }
    void stop() override;

    enum class State : std::uint8_t { starting, ready, running, blocked, exited };
    State state() const { return state_; }
    /// What a blocked thread waits for.
    const Waitable* waits_for() const { return waits_for_; }

    /// Makes the thread runnable if it sleeps. The waker pays for it (Cost::wake_up) beforehand.
    void wake();
    /// Wakes the thread at `deadline` by an interrupt of its core's timer, unless cancelled.
    void set_timeout(SimTime deadline);
    void cancel_timeout();
    bool timed_out() const { return timed_out_; }

    void set_observer(SleepObserver* observer) { observer_ = observer; }
    SleepObserver* observer() const { return observer_; }

    /// Opens the measuring window; cpu_time_in_window() counts from here.
    void open_window() { window_start_ = cpu_time(); }
    Picoseconds cpu_time_in_window() const { return cpu_time() - window_start_; }

    // For the core.
    Picoseconds virtual_runtime() const { return virtual_runtime_; }
    void set_virtual_runtime(Picoseconds time) { virtual_runtime_ = time; }
    void run_for(Picoseconds time) { virtual_runtime_ += time; }
    bool is_runnable() const { return state_ == State::ready || state_ == State::running; }
    SimTime runnable_since() const { return runnable_since_; }
    void set_ready(SimTime now);
    void set_preempted() { state_ = State::ready; }
    void set_running() { state_ = State::running; }
    void set_blocked(const Waitable& reason);
    void set_exited() { state_ = State::exited; }

  private:
    class Timeout : public HardIrqSource {
      public:
        explicit Timeout(Task& task) : task_(task) {}
        void handle() override { task_.expire(); }

      private:
        Task& task_;
    };
    void ring();
    void expire();

    State state_ = State::starting;
    bool should_stop_ = false;
    const Waitable* waits_for_ = nullptr;
    SleepObserver* observer_ = nullptr;
    Picoseconds virtual_runtime_{0};
    Picoseconds window_start_{0};
    SimTime runnable_since_{0};
    std::optional<SimTime> deadline_;
    bool timed_out_ = false;
    Timeout timeout_;
    Alarm alarm_;
};

}  // namespace lookaside::os
