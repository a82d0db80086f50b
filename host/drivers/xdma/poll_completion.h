// SPDX-License-Identifier: Apache-2.0
// Completion by polling: the engine writes a word to host memory, a thread looks for it.
#pragma once

#include "host/drivers/xdma/completion_policy.h"
#include "host/drivers/xdma/engine.h"
#include "host/drivers/xdma/poll_thread.h"
#include "host/os/kernel.h"

namespace lookaside::drivers::xdma {

/// Poll-mode write-back (PG195): bit 31 error, bits 23:0 completed descriptors.
class PollCompletion final : public CompletionPolicy, public Pollable {
  public:
    /// Gives up looking after `give_up`; the sleeper's own timeout ends the transfer.
    PollCompletion(os::Kernel& kernel, XdmaEngine& engine, PollThread& thread, Picoseconds give_up);

    std::uint32_t control_bits() const override {
        return error_events | datasheet::xdma::control::poll_mode_wb_enable;
    }
    void program() override;
    void transfer_queued() override { thread_.wake(); }

    bool has_work() const override { return engine_.has_transfers(); }
    void poll() override;

  private:
    std::uint32_t take_write_back();

    os::Kernel& kernel_;
    XdmaEngine& engine_;
    PollThread& thread_;
    Picoseconds give_up_;
    os::DmaBuffer write_back_;
};

}  // namespace lookaside::drivers::xdma
