// SPDX-License-Identifier: Apache-2.0
// The card's "crypto done" interrupt: the handler, and how the worker collects what it announced.
#pragma once

#include <cstdint>
#include <functional>

#include "base/timeline.h"
#include "host/drivers/ipsec_card/card_registers.h"
#include "host/drivers/xdma/device.h"
#include "host/os/kernel.h"

namespace lookaside::drivers::ipsec_card {

/// The request is a level, the message its rising edge. So the handler masks the card's interrupt,
/// and the worker unmasks it after acknowledging: a slot that finished between its look at the
/// done register and that moment raises the line again.
class DoneInterrupt {
  public:
    /// User interrupt wire of the card.
    static constexpr unsigned wire = 0;

    /// Process context. `notify` is called in hard-IRQ context.
    DoneInterrupt(os::Kernel& kernel, xdma::XdmaDevice& xdma, CardRegisters& registers,
                  std::function<void()> notify);
    DoneInterrupt(const DoneInterrupt&) = delete;
    DoneInterrupt& operator=(const DoneInterrupt&) = delete;

    /// The interrupt came since the last collect().
    bool raised() const { return raised_at_ != Timeline::never; }

    struct Collected {
        std::uint32_t done = 0;
        std::uint32_t failed = 0;  // of `done`; their reasons are lost with collect()'s end
        SimTime interrupt;         // handler entry, or Timeline::never
        SimTime read;              // when the done register was read
    };
    /// Reads what is done, lets `visit(collected)` see it, then acknowledges and unmasks.
    template <typename Visitor>
    void collect(Visitor&& visit) {
        Collected collected;
        collected.interrupt = raised_at_;
        raised_at_ = Timeline::never;
        collected.done = registers_.done();
        collected.read = kernel_.now();
        if (collected.done != 0) {
            collected.failed = registers_.failed();
            visit(collected);
            registers_.acknowledge(collected.done);
        }
        registers_.enable_interrupt(all_slots);
    }

  private:
    os::IrqReturn interrupt();

    os::Kernel& kernel_;
    CardRegisters& registers_;
    std::function<void()> notify_;
    SimTime raised_at_ = Timeline::never;
};

}  // namespace lookaside::drivers::ipsec_card
