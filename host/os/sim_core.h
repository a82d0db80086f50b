// SPDX-License-Identifier: Apache-2.0
// One CPU core: runs one context at a time, hard IRQ over softirq over threads.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "host/os/cost.h"
#include "host/os/kernel.h"
#include "host/os/sim_accounting.h"
#include "host/os/sim_context.h"
#include "host/os/sim_irq.h"
#include "host/os/sim_issue_slot.h"
#include "host/os/sim_run_queue.h"
#include "host/os/sim_softirq.h"
#include "models/base/agenda.h"

namespace lookaside::os {

class Task;
class Waitable;

/// Decides which context occupies the core and for how long. Contexts call it on their own stack;
/// devices and other cores call interrupt() and make_runnable().
///
/// Threads stay on the core they were started on and can be preempted wherever preemption is not
/// disabled (Linux PREEMPT). Idle counts as a thread: going to a thread from it is a switch, going
/// to it is free. A thread woken on another core's behalf needs no interrupt here.
class Core {
  public:
    Core(CpuId id, const CpuProfile& profile, const FairPolicy& policy, Agenda& agenda,
         CurrentContext& current);

    /// From now on the core is one hardware thread of several. Before anything runs on it.
    void share(IssueSlot& slot);
    SlotUse slot_use() const { return slot_use_; }
    /// Another thread of the core has begun or ceased to use the issue slot.
    void change_pace();

    CpuId id() const { return id_; }
    const std::string& name() const { return name_; }
    const CpuProfile& profile() const { return profile_; }
    Agenda& agenda() const { return agenda_; }
    SimTime now() const { return agenda_.now(); }
    /// Who occupies the core, interrupted contexts left out; nullptr if idle.
    const Context* occupant() const { return current_; }

    // For the context that runs on this core, on its own stack.

    /// Passes the time the context owes, and lets whatever may interrupt or preempt it go first.
    /// On return the context owes nothing and has the core.
    void flush();
    /// Sleeps until make_runnable(); the thread must owe nothing. Throws SimulationError where
    /// Linux's might_sleep() would complain.
    void block(Waitable& reason);
    /// Lets other ready threads go first.
    void yield();
    /// Busy until end_spin(), as a waiter for a spinlock.
    void spin();
    /// Passes the time owed as one look of a polling loop.
    void poll(Picoseconds time);
    /// Passes the time owed, and `time` of a cipher's loop.
    void compute(Picoseconds time);
    /// What the time that the context owes takes at the present pace.
    Picoseconds debt_at_pace(const Context& context) const { return at_pace(context.debt()); }
    /// From begin to end the context may wait for hardware with the core stalled: nothing can take
    /// the core meanwhile.
    void begin_stall();
    void end_stall(Context& me);
    /// Waits, stalled, until answer_stall().
    void await_answer(Context& me);
    /// Ends a context's await_answer() so much later than now.
    void answer_stall(Context& context, Picoseconds delay);
    /// Spends Cost::wake_up, after which the caller may wake somebody.
    void charge_wake_up();
    /// The thread's body has ended.
    void exit_task();
    /// Throws SimulationError unless the running context may sleep; `object` is for the message.
    void require_sleepable(const Waitable& object) const;

    // For everybody.

    void end_spin(Context& waiter);
    void make_runnable(Task& task);
    void interrupt(HardIrqSource& source);
    /// Runs `item` in softirq context of this core, as soon as no hard IRQ is in the way.
    void raise_softirq(SoftirqItem& item);

    CoreAccounting& accounting() { return accounting_; }
    /// Time in the measuring window of the interrupts that are pending or being served.
    Picoseconds unfinished_interrupts(SimTime now) const;
    /// Books time up to now.
    void settle();

  private:
    enum class Phase : std::uint8_t { idle, code, computing, switching, spinning, stalled };
    class InterruptContext : public Context {
      public:
        InterruptContext(CurrentContext& current, Core& core, ContextKind kind,
                         const std::string& name, void (Core::*serve)());
    };

    CpuUse use_of(const Context* who, Phase phase) const;
    SlotUse slot_use_of(const Context* who, Phase phase) const;
    void use_slot();
    Picoseconds at_pace(Picoseconds work) const;
    Picoseconds work_in(Picoseconds time) const;
    void occupy(Context* who, Phase phase);
    void change_occupant(Context* who, Phase phase, CpuUse use);
    void charge(Picoseconds elapsed);
    void begin_compute(Context& context);
    bool pass_debt(Context& me);
    void resume(Context& context);
    void set_aside();
    bool can_be_taken() const;
    void enter_hard_irq();
    void enter_softirq();
    void leave_interrupt();
    void serve_hard_irqs();
    void serve_softirqs();
    void dispatch();
    void switch_to(Task& task);
    void leave_idle();
    void consider_preemption(const Task& woken);
    void preempt();
    void take_from_thread();
    void settle_running();
    void end_slice();
    void watch_slice();
    Task* thread_in_charge() const;
    [[noreturn]] void refuse_sleep(const std::string& object) const;

    CpuId id_;
    std::string name_;
    Agenda& agenda_;
    const CpuProfile& profile_;
    const FairPolicy& policy_;
    CurrentContext& running_;
    CoreAccounting accounting_;
    RunQueue run_queue_;
    SoftirqQueue softirq_queue_;
    std::deque<HardIrqSource*> pending_;
    std::optional<SimTime> served_raised_at_;  // of the interrupt being served
    InterruptContext hard_irq_;
    InterruptContext softirq_;

    IssueSlot* slot_ = nullptr;  // none: the core has one thread
    SlotUse slot_use_ = SlotUse::none;
    double stretch_ = 1.0;  // of the time that was granted last

    Context* current_ = nullptr;
    Phase phase_ = Phase::idle;
    std::vector<Context*> interrupted_;  // innermost last
    Task* last_task_ = nullptr;          // none: the idle thread
    bool need_resched_ = false;
    SimTime idle_since_{0};
    SimTime awake_at_{0};
    Alarm slice_end_;
    Picoseconds slice_start_{0};  // cpu_time of the running thread when its slice began
};

}  // namespace lookaside::os
