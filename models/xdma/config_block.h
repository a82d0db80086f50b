// SPDX-License-Identifier: Apache-2.0
// The config block: what the link is set to, and the user's own limits on request sizes.
#pragma once

#include "models/pcie/function.h"
#include "models/xdma/parameters.h"
#include "models/xdma/register_block.h"

namespace lookaside::xdma {

class ConfigBlock : public RegisterBlock {
  public:
    ConfigBlock(const Parameters& parameters, const pcie::Endpoint& endpoint)
        : parameters_(parameters), endpoint_(endpoint) {}

    /// The smaller of the host's and the user's setting, in bytes.
    Bytes max_payload() const;
    Bytes max_read_request() const;
    /// AXI bursts are cut at this many bytes.
    Bytes axi_max_payload() const;

    std::uint32_t read_register(std::uint32_t offset) override;
    void write_register(std::uint32_t offset, std::uint32_t value) override;

  private:
    const Parameters& parameters_;
    const pcie::Endpoint& endpoint_;
    // Size codes as in PCIe device control: 128 bytes << code. Reset values allow 4096 bytes.
    std::uint32_t user_max_payload_ = 5;
    std::uint32_t user_max_read_request_ = 5;
    std::uint32_t pcie_control_ = 0;
    std::uint32_t write_flush_timeout_ = 0;
};

}  // namespace lookaside::xdma
