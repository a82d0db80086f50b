// SPDX-License-Identifier: Apache-2.0
#include "models/base/coroutine.h"

#include <utility>

namespace lookaside {
namespace {

sc_core::sc_cor_pkg& flows() {
    return *sc_core::sc_get_curr_simcontext()->cor_pkg();
}

}  // namespace

Coroutine::~Coroutine() {
    if (flow_) {
        flow_->stack_protect(false);
    }
}

void Coroutine::resume() {
    if (!flow_) {
        flow_.reset(flows().create(stack_bytes_, &Coroutine::enter, this));
        flow_->stack_protect(true);
    }
    flows().yield(flow_.get());
    if (failure_) {
        std::rethrow_exception(std::exchange(failure_, nullptr));
    }
}

void Coroutine::suspend() {
    flows().yield(flows().get_main());
}

/// There is no caller to return to: a body that has ended stays suspended.
void Coroutine::enter(void* self) {
    auto& me = *static_cast<Coroutine*>(self);
    try {
        me.body_();
    } catch (...) {
        me.failure_ = std::current_exception();
    }
    for (;;) {
        me.suspend();
    }
}

}  // namespace lookaside
