// SPDX-License-Identifier: Apache-2.0
#include "host/os/sim_softirq.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "host/os/sim_core.h"

namespace lookaside::os {
namespace {

Context& caller(const CurrentContext& current, const char* kind, const std::string& name) {
    if (current.context == nullptr) {
        throw SimulationError(std::string(kind) + " '" + name +
                              "' is used outside of any thread or interrupt");
    }
    return *current.context;
}

}  // namespace

SimTasklet::SimTasklet(CurrentContext& current, std::string name, std::function<void()> function)
    : current_(current), name_(std::move(name)), function_(std::move(function)) {}

void SimTasklet::schedule() {
    Core& core = caller(current_, "tasklet", name_).core();
    core.flush();
    if (scheduled_) {
        return;
    }
    scheduled_ = true;
    if (running_) {
        deferred_to_ = &core;
        return;
    }
    core.raise_softirq(*this);
    core.flush();
}

void SimTasklet::run() {
    scheduled_ = false;
    running_ = true;
    function_();
    current_.context->core().flush();
    running_ = false;
    if (deferred_to_ != nullptr) {
        std::exchange(deferred_to_, nullptr)->raise_softirq(*this);
    }
}

SimTimer::SimTimer(CurrentContext& current, Agenda& agenda, std::string name,
                   std::function<void()> function)
    : current_(current),
      name_(std::move(name)),
      function_(std::move(function)),
      alarm_(agenda, AlarmPriority::software, [this] { core_->interrupt(*this); }) {}

void SimTimer::mod_timer(SimTime expires) {
    Context& me = caller(current_, "timer", name_);
    me.spend(me.core().profile().price(Cost::timer));
    me.core().flush();
    core_ = &me.core();
    armed_ = true;
    expires_ = std::max(expires, core_->now());
    alarm_.arm(expires_);
}

void SimTimer::del_timer() {
    Context& me = caller(current_, "timer", name_);
    me.spend(me.core().profile().price(Cost::timer));
    me.core().flush();
    armed_ = false;
    alarm_.disarm();
}

void SimTimer::handle() {
    if (armed_ && !raised_ && core_->now() >= expires_) {
        raised_ = true;
        current_.context->core().raise_softirq(*this);
    }
}

void SimTimer::run() {
    raised_ = false;
    // Moved or deleted between the interrupt and now, it does not run.
    if (armed_ && core_->now() >= expires_) {
        armed_ = false;
        function_();
    }
}

}  // namespace lookaside::os
