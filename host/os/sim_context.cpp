// SPDX-License-Identifier: Apache-2.0
#include "host/os/sim_context.h"

#include <utility>

#include "host/os/sim_core.h"

namespace lookaside::os {
namespace {

/// Driver code with std::function and formatting on top of it; pages are touched on demand.
constexpr int stack_bytes = 256 * 1024;

}  // namespace

Context::Context(CurrentContext& current, Core& core, ContextKind kind, std::string name)
    : current_(current), core_(core), kind_(kind), name_(std::move(name)) {}

std::string Context::describe() const {
    switch (kind_) {
        case ContextKind::hard_irq:
            return "hard IRQ of " + core_.name();
        case ContextKind::softirq:
            return "softirq of " + core_.name();
        case ContextKind::thread:
            break;
    }
    return "thread '" + name_ + "' on " + core_.name();
}

void Context::launch(std::function<void()> body) {
    sc_core::sc_spawn_options options;
    options.set_stack_size(stack_bytes);
    sc_core::sc_spawn(
        [this, body = std::move(body)] {
            suspend();
            body();
            current_.context = nullptr;
        },
        sc_core::sc_gen_unique_name("context"), &options);
}

void Context::grant(Picoseconds delay) {
    resume_at_ = sim_now() + delay;
    if (delay.count() == 0) {
        go_.notify();
    } else {
        go_.notify(to_sc_time(delay));
    }
}

Picoseconds Context::revoke() {
    const Picoseconds left = resume_at_ - sim_now();
    resume_at_ = never;
    go_.cancel();
    return left;
}

void Context::suspend() {
    current_.context = nullptr;
    while (!is_due()) {
        sc_core::wait(go_);
    }
    resume_at_ = never;
    current_.context = this;
}

}  // namespace lookaside::os
