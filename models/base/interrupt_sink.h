// SPDX-License-Identifier: Apache-2.0
// Where message-signalled interrupts end: the host's interrupt controller.
#pragma once

#include <cstdint>

namespace lookaside {

class InterruptSink {
  public:
    virtual ~InterruptSink() = default;
    /// A message with this data has arrived at the interrupt controller, now. Called from an agenda
    /// action; must not wait.
    virtual void interrupt_message(std::uint32_t data) = 0;
};

}  // namespace lookaside
