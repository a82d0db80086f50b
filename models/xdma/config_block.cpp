// SPDX-License-Identifier: Apache-2.0
// The config block: what the link is set to, and the user's own limits on request sizes.
#include "models/xdma/config_block.h"

#include <algorithm>
#include <bit>

namespace lookaside::xdma {

namespace reg = datasheet::xdma::config_block;

namespace {

constexpr Bytes size_of_code(std::uint32_t code) {
    return Bytes{128} << std::min(code, 5U);
}
std::uint32_t code_of_size(Bytes size) {
    return static_cast<std::uint32_t>(std::bit_width(size / 128) - 1);
}

}  // namespace

Bytes ConfigBlock::max_payload() const {
    return std::min(endpoint_.max_payload_size(), size_of_code(user_max_payload_));
}

Bytes ConfigBlock::max_read_request() const {
    return std::min(endpoint_.max_read_request_size(), size_of_code(user_max_read_request_));
}

Bytes ConfigBlock::axi_max_payload() const {
    return size_of_code(user_max_payload_);
}

std::uint32_t ConfigBlock::read_register(std::uint32_t offset) {
    switch (offset) {
        case reg::identifier:
            return identifier_word(datasheet::xdma::target_config_block);
        case reg::bus_dev:
            return parameters_.bus_device;
        case reg::pcie_max_payload_size:
            return code_of_size(endpoint_.max_payload_size());
        case reg::pcie_max_read_request_size:
            return code_of_size(endpoint_.max_read_request_size());
        case reg::system_id:
            return 0xff01;
        case reg::msi_enable:
            return (endpoint_.msi_enabled() ? 1U : 0U) | (endpoint_.msix_enabled() ? 2U : 0U);
        case reg::pcie_data_width:  // 0: 64 bits, doubling with each step
            return code_of_size(parameters_.axi.width_bits * 2);
        case reg::pcie_control:
            return pcie_control_;
        case reg::user_max_payload_size:
            return user_max_payload_;
        case reg::user_max_read_request_size:
            return user_max_read_request_;
        case reg::write_flush_timeout:
            return write_flush_timeout_;
        default:
            return 0;
    }
}

void ConfigBlock::write_register(std::uint32_t offset, std::uint32_t value) {
    switch (offset) {
        case reg::pcie_control:
            pcie_control_ = value & 1U;
            break;
        case reg::user_max_payload_size:
            user_max_payload_ = value & 7U;
            break;
        case reg::user_max_read_request_size:
            user_max_read_request_ = value & 7U;
            break;
        case reg::write_flush_timeout:
            write_flush_timeout_ = value & 0x1FU;
            break;
        default:
            break;
    }
}

}  // namespace lookaside::xdma
