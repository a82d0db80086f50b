// SPDX-License-Identifier: Apache-2.0
// Softirq work of a core: tasklets and expired timers, in the order they were raised.
#pragma once

#include <deque>
#include <functional>
#include <string>

#include "host/os/kernel.h"
#include "host/os/sim_irq.h"
#include "models/base/agenda.h"

namespace lookaside::os {

class Core;
struct CurrentContext;

/// Something that runs once in softirq context after it was raised.
class SoftirqItem {
  public:
    virtual ~SoftirqItem() = default;
    virtual void run() = 0;
};

/// What a core's softirq context still has to run. Linux hands a long queue to ksoftirqd; here it
/// is worked off at once.
class SoftirqQueue {
  public:
    bool empty() const { return items_.empty(); }
    void push(SoftirqItem& item) { items_.push_back(&item); }
    SoftirqItem& pop() {
        SoftirqItem& item = *items_.front();
        items_.pop_front();
        return item;
    }

  private:
    std::deque<SoftirqItem*> items_;
};

/// Linux's tasklet. Scheduled while it runs on another core, it runs there first to the end.
/// Scheduled from process context it runs as soon as interrupts are on, as at local_bh_enable().
class SimTasklet : public Tasklet, private SoftirqItem {
  public:
    SimTasklet(CurrentContext& current, std::string name, std::function<void()> function);
    void schedule() override;

  private:
    void run() override;

    CurrentContext& current_;
    std::string name_;
    std::function<void()> function_;
    bool scheduled_ = false;
    bool running_ = false;
    Core* deferred_to_ = nullptr;
};

/// Timer with the resolution of the clock (an hrtimer): at its time it interrupts the core that
/// armed it, and its function runs in the softirq that follows.
class SimTimer : public Timer, private HardIrqSource, private SoftirqItem {
  public:
    SimTimer(CurrentContext& current, Agenda& agenda, std::string name,
             std::function<void()> function);
    void mod_timer(SimTime expires) override;
    void del_timer() override;

  private:
    void handle() override;
    void run() override;

    CurrentContext& current_;
    std::string name_;
    std::function<void()> function_;
    Core* core_ = nullptr;
    Alarm alarm_;
    SimTime expires_{0};
    bool armed_ = false;
    bool raised_ = false;
};

}  // namespace lookaside::os
