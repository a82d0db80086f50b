// SPDX-License-Identifier: Apache-2.0
// What can interrupt a core: device vectors and the core's own timer.
#pragma once

#include <string>

#include "base/units.h"

namespace lookaside::os {

/// One interrupt source. A core remembers a source that is already pending only once, as the
/// request register of an interrupt controller does, and serves sources in order of arrival.
class HardIrqSource {
  public:
    virtual ~HardIrqSource() = default;
    /// Runs in the core's hard-IRQ context, between irq_entry and irq_exit.
    virtual void handle() = 0;

  private:
    friend class Core;
    bool pending_ = false;
    SimTime raised_at_{0};
};

}  // namespace lookaside::os
