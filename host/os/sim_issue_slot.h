// SPDX-License-Identifier: Apache-2.0
// What the hardware threads of one core share.
#pragma once

#include <cstdint>
#include <vector>

#include "host/os/cost.h"

namespace lookaside::os {

class Core;

/// What a hardware thread does with the issue slot.
enum class SlotUse : std::uint8_t {
    none,     // idle, or waiting for a device's answer
    general,  // code that waits for memory now and then
    cipher,   // a loop that hardly ever does
};

/// The issue slot of one core. While n of its threads have work, each runs at gain / n of the
/// speed it has alone, where the gain is what the CPU profile says of such work. Every change of
/// who uses the slot changes the pace of all at once.
class IssueSlot {
  public:
    explicit IssueSlot(const CpuProfile& profile) : profile_(profile) {}

    void join(Core& thread) { threads_.push_back(&thread); }
    /// `thread` begins to use the slot otherwise; the others change their pace.
    void use_changed(const Core& thread);
    /// Time that an unshared core's time unit takes now, 1 or more, for every thread with work.
    double stretch() const;

  private:
    const CpuProfile& profile_;
    std::vector<Core*> threads_;
};

}  // namespace lookaside::os
