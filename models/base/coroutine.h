// SPDX-License-Identifier: Apache-2.0
// A flow of control with a stack of its own, to be run from an alarm.
#pragma once

#include <exception>
#include <functional>
#include <memory>

#include "models/base/systemc.h"

namespace lookaside {

/// Made of the coroutines that SystemC makes its SC_THREADs of (sysc/kernel/sc_cor.h, the same
/// since SystemC 2.0), but scheduled by whoever calls resume(): going there and back costs some
/// tens of instructions, where an SC_THREAD costs the kernel a notification and an evaluation
/// phase. The body may not call sc_core::wait(), since it is no process of SystemC's.
class Coroutine {
  public:
    /// `stack_bytes` are taken from memory page by page as they are touched.
    Coroutine(std::function<void()> body, std::size_t stack_bytes)
        : body_(std::move(body)), stack_bytes_(stack_bytes) {}
    /// Frees the stack; what lives on it is not destroyed, as with an SC_THREAD that never ended.
    ~Coroutine();
    Coroutine(const Coroutine&) = delete;
    Coroutine& operator=(const Coroutine&) = delete;

    /// Runs the body, from an SC_METHOD, until it suspends or ends. Throws what the body throws.
    void resume();
    /// Goes back to the caller of resume(). Called by the body.
    void suspend();

  private:
    static void enter(void* self);

    std::function<void()> body_;
    std::size_t stack_bytes_;
    std::unique_ptr<sc_core::sc_cor> flow_;
    std::exception_ptr failure_;
};

}  // namespace lookaside
