// SPDX-License-Identifier: Apache-2.0
#include "models/pcie/tlp.h"

#include <fmt/format.h>

#include <cstring>

#include "models/pcie/tlp_pool.h"

namespace lookaside::pcie {

const char* name_of(TlpType type) {
    switch (type) {
        case TlpType::memory_read:
            return "MRd";
        case TlpType::memory_write:
            return "MWr";
        case TlpType::config_read0:
            return "CfgRd0";
        case TlpType::config_write0:
            return "CfgWr0";
        case TlpType::completion:
            return "Cpl";
        case TlpType::completion_data:
            return "CplD";
    }
    return "?";
}

const char* name_of(TlpClass kind) {
    switch (kind) {
        case TlpClass::posted:
            return "posted";
        case TlpClass::non_posted:
            return "non-posted";
        case TlpClass::completion:
            return "completion";
    }
    return "?";
}

void TlpPtr::recycle(Tlp& tlp) {
    tlp.pool_->recycle(tlp);
}

void Tlp::set_extent(std::uint64_t byte_address, Bytes length) {
    const unsigned skip = byte_address & 3;
    const Bytes words = (skip + length + 3) / 4;
    const unsigned tail = (skip + length) & 3;
    address = byte_address;
    length_ = static_cast<std::uint16_t>(length);
    length_dw = static_cast<std::uint16_t>(words);
    const unsigned head_enables = (0xFU << skip) & 0xFU;
    const unsigned tail_enables = tail == 0 ? 0xFU : 0xFU >> (4 - tail);
    first_be = static_cast<std::uint8_t>(words == 1 ? head_enables & tail_enables : head_enables);
    last_be = static_cast<std::uint8_t>(words == 1 ? 0 : tail_enables);
}

void Tlp::set_data(std::uint64_t byte_address, std::span<const std::uint8_t> data) {
    set_extent(byte_address, data.size());
    payload_.resize(Bytes{4} * length_dw);
    if (data.size() != payload_.size()) {
        std::memset(payload_.data(), 0, 4);
        std::memset(payload_.data() + payload_.size() - 4, 0, 4);
    }
    std::memcpy(payload_.data() + (byte_address & 3), data.data(), data.size());
}

void Tlp::set_completion_data(std::uint8_t lower_address, std::span<const std::uint8_t> data) {
    set_data(lower_address, data);
}

std::string Tlp::describe() const {
    if (kind() == TlpClass::completion) {
        return fmt::format("{} tag {:#x} lower address {:#x} byte count {} ({} DW)", name_of(type),
                           tag, address & 0x7F, byte_count, length_dw);
    }
    return fmt::format("{} address {:#x} tag {:#x} ({} DW)", name_of(type), address, tag,
                       length_dw);
}

}  // namespace lookaside::pcie
