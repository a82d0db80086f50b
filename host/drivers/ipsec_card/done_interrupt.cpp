// SPDX-License-Identifier: Apache-2.0
#include "host/drivers/ipsec_card/done_interrupt.h"

#include <utility>

namespace lookaside::drivers::ipsec_card {

DoneInterrupt::DoneInterrupt(os::Kernel& kernel, xdma::XdmaDevice& xdma, CardRegisters& registers,
                             std::function<void()> notify)
    : kernel_(kernel), registers_(registers), notify_(std::move(notify)) {
    xdma.register_user_irq(wire, [this] { return interrupt(); });
    registers_.enable_interrupt(all_slots);
}

os::IrqReturn DoneInterrupt::interrupt() {
    raised_at_ = kernel_.now();
    registers_.enable_interrupt(0);
    notify_();
    return os::IrqReturn::handled;
}

}  // namespace lookaside::drivers::ipsec_card
