// SPDX-License-Identifier: Apache-2.0
// The MSI-X table and pending bits as a block of the config BAR.
#pragma once

#include "models/pcie/message_unit.h"
#include "models/xdma/register_block.h"

namespace lookaside::xdma {

class MsixBlock : public RegisterBlock {
  public:
    explicit MsixBlock(pcie::MessageUnit& messages) : messages_(messages) {}

    std::uint32_t read_register(std::uint32_t offset) override {
        return offset == pending_offset ? messages_.pending() : messages_.read_table(offset);
    }
    void write_register(std::uint32_t offset, std::uint32_t value) override {
        messages_.write_table(offset, value);
    }

  private:
    static constexpr std::uint32_t pending_offset =
        datasheet::xdma::msix::pending_bits - datasheet::xdma::target_msix;

    pcie::MessageUnit& messages_;
};

}  // namespace lookaside::xdma
