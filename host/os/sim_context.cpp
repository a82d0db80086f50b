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
    : current_(current),
      core_(core),
      kind_(kind),
      name_(std::move(name)),
      go_on_(core.agenda(), AlarmPriority::context, [this] { flow_->resume(); }) {}

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
    flow_.emplace(
        [this, body = std::move(body)] {
            current_.context = this;
            body();
            current_.context = nullptr;
        },
        stack_bytes);
}

Picoseconds Context::revoke() {
    const Picoseconds left = go_on_.rings_at() - core_.now();
    go_on_.disarm();
    return left;
}

bool Context::is_due() const {
    return go_on_.is_armed() && go_on_.rings_at() <= core_.now();
}

void Context::suspend() {
    current_.context = nullptr;
    flow_->suspend();
    current_.context = this;
}

}  // namespace lookaside::os
