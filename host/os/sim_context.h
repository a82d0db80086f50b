// SPDX-License-Identifier: Apache-2.0
// One flow of control on a modelled core: a thread, or the core's softirq or hard-IRQ context.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "models/base/agenda.h"
#include "models/base/coroutine.h"

namespace lookaside::os {

class Core;
class Context;

enum class ContextKind : std::uint8_t { hard_irq, softirq, thread };

/// The context whose code executes at this very moment of the simulation, or none: between two
/// contexts' turns, hardware models run.
struct CurrentContext {
    Context* context = nullptr;
};

/// A coroutine that runs only while its core lets it, from an alarm. CPU time that its code spends
/// is kept as a debt and waited for in one piece when the code next does something that others can
/// see (a lock, a wake-up, MMIO, now(), ...) or owes half a microsecond. Its simulated time does
/// not advance meanwhile, so an interrupt that arrives during the debt still takes the core at its
/// own time, and the rest of the debt is due afterwards.
class Context {
  public:
    Context(CurrentContext& current, Core& core, ContextKind kind, std::string name);
    virtual ~Context() = default;
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;

    const std::string& name() const { return name_; }
    ContextKind kind() const { return kind_; }
    Core& core() const { return core_; }
    /// "hard IRQ of cpu0" or "thread 'worker' on cpu0", for messages.
    std::string describe() const;

    /// Owes the core this much more time.
    void spend(Picoseconds time) { debt_ += time; }
    Picoseconds debt() const { return debt_; }

    void disable_interrupts() { ++interrupts_off_; }
    void enable_interrupts() { --interrupts_off_; }
    void disable_preemption() { ++preemption_off_; }
    void enable_preemption() { --preemption_off_; }
    bool takes_interrupts() const { return kind_ != ContextKind::hard_irq && interrupts_off_ == 0; }
    bool is_preemptible() const {
        return kind_ == ContextKind::thread && interrupts_off_ == 0 && preemption_off_ == 0;
    }

    /// CPU time used so far, the switches to it excluded.
    Picoseconds cpu_time() const { return cpu_time_; }

  protected:
    /// Gives the context its code, which begins when the core first grants it time.
    void launch(std::function<void()> body);

  private:
    friend class Core;

    /// Lets the code go on after `delay`, counted from now.
    void grant(Picoseconds delay) { go_on_.arm_in(delay); }
    /// Takes a grant back that is not due yet; returns what was left of it.
    Picoseconds revoke();
    /// True if the granted moment has come, so that the code goes on in this instant.
    bool is_due() const;
    /// Gives the simulation away until a grant is due. Called on the context's own stack.
    void suspend();

    CurrentContext& current_;
    Core& core_;
    ContextKind kind_;
    std::string name_;
    std::optional<Coroutine> flow_;
    Alarm go_on_;
    Picoseconds debt_{0};
    Picoseconds switch_left_{0};  // of the context switch to it
    Picoseconds cpu_time_{0};
    unsigned interrupts_off_ = 0;
    unsigned preemption_off_ = 0;
    bool spinning_ = false;
    bool polling_ = false;
    bool ciphering_ = false;
};

}  // namespace lookaside::os
