// SPDX-License-Identifier: Apache-2.0
// The event calendar of all hardware models: one SC_METHOD, ordered by (time, priority, sequence).
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "models/base/systemc.h"

namespace lookaside {

class Alarm;

/// Order of alarms that are due at the same picosecond: lower runs first.
enum class AlarmPriority : std::uint8_t {
    arrival,     // something reaches a receiver
    completion,  // a resource becomes free
    decision,    // an arbiter picks what goes next
    observer,    // statistics, watchdogs
    software,    // a timer or an interrupt reaches a modelled CPU
    context,     // code on a modelled CPU goes on, and looks for interrupts first
    process,     // something that SystemC processes see: see Agenda::run_ahead_until()
};

/// Runs alarms in (time, priority, sequence) order. Timed SystemC events cost a kernel wake-up
/// each and are ordered by the kernel alone; the agenda needs one wake-up per distinct time at most
/// and fixes the order. One agenda serves one simulation and outlives every alarm on it.
class Agenda : public sc_core::sc_module {
  public:
    explicit Agenda(const sc_core::sc_module_name& name);

    /// Current simulated time. Models on the agenda must ask here, not the kernel, whose clock may
    /// be behind.
    SimTime now() const { return running_ ? now_ : sim_now(); }
    /// Allows alarms up to `limit` to ring, one after another, before the kernel's clock gets
    /// there, as long as no SystemC process is due in between: the agenda then saves the kernel a
    /// wake-up for each. Alarms of priority `process` always wait for the kernel's clock, so an
    /// action that a process could notice (an event, say) must be one. Results are the same with
    /// and without. The caller must not look at models before the kernel has reached `limit`.
    /// Initially nothing is allowed.
    void run_ahead_until(SimTime limit) { limit_ = limit; }
    /// From within an action: lets time pass at once if nothing at all is due meanwhile. Returns
    /// false, and does nothing, if something is: then an alarm has to be set.
    bool pass(Picoseconds delay);
    /// Alarms that rang so far.
    std::uint64_t rung() const { return rung_; }

  private:
    friend class Alarm;

    struct Entry {
        SimTime at;
        std::uint64_t order;  // priority in the top 8 bits, sequence below
        Alarm* alarm;
    };
    static bool earlier(const Entry& a, const Entry& b) {
        return a.at != b.at ? a.at < b.at : a.order < b.order;
    }

    void insert(Alarm& alarm, SimTime at);
    void remove(Alarm& alarm);
    void sift_up(std::size_t index);
    void sift_down(std::size_t index);
    void place(std::size_t index, const Entry& entry);
    void close_gap();
    void wake_for_earliest();
    void run();
    bool may_ring(const Entry& next);
    bool may_advance_to(SimTime at);
    SimTime find_horizon() const;

    std::vector<Entry> heap_;
    bool gap_ = false;  // the top entry has left; what is inserted next takes its place
    std::uint64_t sequence_ = 0;
    std::uint64_t rung_ = 0;
    bool running_ = false;
    SimTime now_{0};          // while running
    SimTime kernel_time_{0};  // while running
    SimTime limit_{0};
    SimTime horizon_{0};  // last time that alarms may ring at before the kernel gets there
    SimTime rung_until_{0};
    SimTime wake_at_;  // time of the pending kernel notification, or `no_wake`
    sc_core::sc_event wake_;
};

/// A re-armable timed callback, bound for life to one agenda. Arming is cheap and allocates
/// nothing. Not copyable; destroy only when disarmed or before the simulation goes on.
class Alarm {
  public:
    Alarm(Agenda& agenda, AlarmPriority priority, std::function<void()> action)
        : agenda_(agenda), priority_(priority), action_(std::move(action)) {}
    ~Alarm() { disarm(); }
    Alarm(const Alarm&) = delete;
    Alarm& operator=(const Alarm&) = delete;

    /// Rings at `at` (not before now); replaces the earlier setting, if any.
    void arm(SimTime at) {
        disarm();
        agenda_.insert(*this, at);
    }
    void arm_in(Picoseconds delay) { arm(agenda_.now() + delay); }
    void disarm() {
        if (is_armed()) {
            agenda_.remove(*this);
        }
    }
    bool is_armed() const { return position_ != idle; }
    /// When it will ring; only if armed.
    SimTime rings_at() const { return agenda_.heap_[position_].at; }

  private:
    friend class Agenda;
    static constexpr std::size_t idle = ~std::size_t{0};

    Agenda& agenda_;
    AlarmPriority priority_;
    std::size_t position_ = idle;
    std::function<void()> action_;
};

}  // namespace lookaside
