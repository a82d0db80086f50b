// SPDX-License-Identifier: Apache-2.0
// The registers of one XDMA channel, as its engine programs them.
#pragma once

#include <cstdint>

#include "datasheets/xdma.h"
#include "host/drivers/xdma/transfer.h"
#include "host/os/kernel.h"

namespace lookaside::drivers::xdma {

/// Register access of a channel; offsets are those of datasheet::xdma::channel and ::sgdma. Reads
/// stall the core for a round trip.
class ChannelRegisters {
  public:
    ChannelRegisters(os::Mmio& config_bar, Direction direction, unsigned channel)
        : config_bar_(config_bar),
          channel_base_(base(direction, datasheet::xdma::target_h2c_channel,
                             datasheet::xdma::target_c2h_channel, channel)),
          sgdma_base_(base(direction, datasheet::xdma::target_h2c_sgdma,
                           datasheet::xdma::target_c2h_sgdma, channel)) {}

    std::uint32_t read(std::uint32_t offset) { return config_bar_.read32(channel_base_ + offset); }
    void write(std::uint32_t offset, std::uint32_t value) {
        config_bar_.write32(channel_base_ + offset, value);
    }
    void write_sgdma(std::uint32_t offset, std::uint32_t value) {
        config_bar_.write32(sgdma_base_ + offset, value);
    }

  private:
    static constexpr std::uint32_t base(Direction direction, std::uint32_t h2c, std::uint32_t c2h,
                                        unsigned channel) {
        return (direction == Direction::h2c ? h2c : c2h) +
               channel * datasheet::xdma::channel_stride;
    }

    os::Mmio& config_bar_;
    std::uint32_t channel_base_;
    std::uint32_t sgdma_base_;
};

}  // namespace lookaside::drivers::xdma
