// SPDX-License-Identifier: Apache-2.0
// The config BAR: finds the register block that an address belongs to.
#pragma once

#include <array>

#include "models/pcie/bar_access_queue.h"
#include "models/xdma/register_block.h"

namespace lookaside::xdma {

/// PG195 "Register Space": [15:12] target, [11:8] channel, [7:0] register. Registers are accessed
/// as whole 32-bit words; a narrower write is not defined there and is ignored and counted.
class RegisterMap : public pcie::BarTarget {
  public:
    void place(std::uint32_t base, RegisterBlock& block) { slots_[base >> 8] = &block; }
    /// Everything from the MSI-X table on belongs to `block`.
    void place_msix(RegisterBlock& block) { msix_ = &block; }

    void write(Bytes offset, std::span<const std::uint8_t> data) override;
    pcie::CompletionStatus read(Bytes offset, std::span<std::uint8_t> data,
                                Picoseconds& delay) override;

    std::uint64_t narrow_writes() const { return narrow_writes_; }

  private:
    struct Place {
        RegisterBlock* block;
        std::uint32_t offset;
    };
    Place find(Bytes offset) const;

    std::array<RegisterBlock*, datasheet::xdma::target_msix / datasheet::xdma::channel_stride>
        slots_{};
    RegisterBlock* msix_ = nullptr;
    std::uint64_t narrow_writes_ = 0;
};

}  // namespace lookaside::xdma
