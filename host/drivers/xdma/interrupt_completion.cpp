// SPDX-License-Identifier: Apache-2.0
#include "host/drivers/xdma/interrupt_completion.h"

namespace lookaside::drivers::xdma {

namespace sheet = datasheet::xdma;

InterruptCompletion::InterruptCompletion(os::Kernel& kernel, os::Mmio& config_bar,
                                         XdmaEngine& engine)
    : kernel_(kernel), config_bar_(config_bar), engine_(engine), work_([this] { work(); }) {}

void InterruptCompletion::program() {
    engine_.registers().write(sheet::channel::interrupt_enable_mask, events);
}

os::IrqReturn InterruptCompletion::interrupt() {
    engine_.completion_seen();
    engine_.registers().write(sheet::channel::interrupt_enable_mask_w1c, events);
    // Flushes the mask write, so that the channel is quiet when the handler returns.
    config_bar_.read32(sheet::target_irq_block + sheet::irq_block::channel_interrupt_pending);
    kernel_.system_wq().queue_work(work_);
    return os::IrqReturn::handled;
}

void InterruptCompletion::work() {
    const os::IrqSaveGuard guard(engine_.lock());
    engine_.service(std::nullopt);
    engine_.registers().write(sheet::channel::interrupt_enable_mask_w1s, events);
}

}  // namespace lookaside::drivers::xdma
