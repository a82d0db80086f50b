// SPDX-License-Identifier: Apache-2.0
// Completion by MSI-X: a hard-IRQ handler that only masks and defers, and a work item that serves.
#pragma once

#include "host/drivers/xdma/completion_policy.h"
#include "host/drivers/xdma/engine.h"
#include "host/os/kernel.h"

namespace lookaside::drivers::xdma {

class InterruptCompletion final : public CompletionPolicy {
  public:
    InterruptCompletion(os::Kernel& kernel, os::Mmio& config_bar, XdmaEngine& engine);

    std::uint32_t control_bits() const override { return events; }
    void program() override;
    void transfer_queued() override {}

    /// The channel's vector fired. Hard-IRQ context.
    os::IrqReturn interrupt();

  private:
    static constexpr std::uint32_t events = error_events |
                                            datasheet::xdma::control::ie_descriptor_stopped |
                                            datasheet::xdma::control::ie_descriptor_completed;

    void work();

    os::Kernel& kernel_;
    os::Mmio& config_bar_;
    XdmaEngine& engine_;
    os::Work work_;
};

}  // namespace lookaside::drivers::xdma
