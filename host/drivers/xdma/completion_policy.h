// SPDX-License-Identifier: Apache-2.0
// How an engine learns that its hardware has finished: interrupts or polling.
#pragma once

#include <cstdint>

#include "datasheets/xdma.h"

namespace lookaside::drivers::xdma {

class CompletionPolicy {
  public:
    virtual ~CompletionPolicy() = default;

    /// Bits the engine writes to the channel's control register beside run.
    virtual std::uint32_t control_bits() const = 0;
    /// Programs the channel for this policy, once at probe time.
    virtual void program() = 0;
    /// A transfer is on its way and a sleeper will wait for it. Called without locks.
    virtual void transfer_queued() = 0;

  protected:
    /// Events that end a transfer badly; every policy has them logged.
    static constexpr std::uint32_t error_events =
        datasheet::xdma::control::ie_align_mismatch | datasheet::xdma::control::ie_magic_stopped |
        datasheet::xdma::control::ie_invalid_length | datasheet::xdma::control::ie_read_error |
        datasheet::xdma::control::ie_write_error | datasheet::xdma::control::ie_desc_error;
};

}  // namespace lookaside::drivers::xdma
