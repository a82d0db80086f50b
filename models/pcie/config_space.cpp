// SPDX-License-Identifier: Apache-2.0
#include "models/pcie/config_space.h"

#include <fmt/format.h>

#include <bit>

#include "base/error.h"

namespace lookaside::pcie {
namespace {

// Sizes 128..4096 are encoded as 0..5.
unsigned size_code(Bytes size) {
    return static_cast<unsigned>(std::countr_zero(size)) - 7;
}
Bytes size_of(std::uint32_t code) {
    return Bytes{128} << (code & 7);
}

constexpr std::uint32_t default_max_read_request = 2;  // 512 bytes

}  // namespace

ConfigSpace::ConfigSpace(const FunctionConfig& function, const LinkParameters& link)
    : bars_(function.bars) {
    reg(config::id) = static_cast<std::uint32_t>(function.device) << 16 | function.vendor;
    reg(config::command) = config::status_capabilities;
    writable_[config::command / 4] =
        config::command_memory_space | config::command_bus_master | config::command_intx_disable;
    reg(config::class_code) = function.class_code << 8;
    reg(config::subsystem) = static_cast<std::uint32_t>(0x0007) << 16 | function.vendor;
    add_bars(function);

    pcie_at_ = add_capability(config::cap_pcie, 0x40);
    reg(pcie_at_) |= 2U << 16;  // version 2, endpoint
    reg(pcie_at_ + config::pcie_device_capabilities) =
        size_code(function.max_payload_supported) |
        (function.extended_tags ? config::device_extended_tag : 0);
    reg(pcie_at_ + config::pcie_device_control) = default_max_read_request
                                                      << config::device_control_mrrs_shift |
                                                  config::device_control_relaxed_ordering;
    writable_[(pcie_at_ + config::pcie_device_control) / 4] =
        7U << config::device_control_mps_shift | 7U << config::device_control_mrrs_shift |
        config::device_control_relaxed_ordering |
        (function.extended_tags ? config::device_control_extended_tag : 0);
    if (function.ten_bit_tags) {
        reg(pcie_at_ + config::pcie_device_capabilities2) = config::device_ten_bit_tag_requester;
        writable_[(pcie_at_ + config::pcie_device_control2) / 4] =
            config::device_control2_ten_bit_tag;
    }
    const std::uint32_t speed_and_width = static_cast<std::uint32_t>(link.generation) | link.width
                                                                                            << 4;
    reg(pcie_at_ + config::pcie_link_capabilities) = speed_and_width;
    reg(pcie_at_ + config::pcie_link_control) = speed_and_width << 16;

    if (function.msi_vectors != 0) {
        if (function.msi_vectors > 32 || !std::has_single_bit(function.msi_vectors)) {
            throw InputError("a function has 1, 2, 4, 8, 16 or 32 MSI vectors");
        }
        msi_at_ = add_capability(config::cap_msi, 0x80);
        reg(msi_at_) |=
            config::msi_64bit | static_cast<std::uint32_t>(std::countr_zero(function.msi_vectors))
                                    << config::msi_capable_shift;
        writable_[msi_at_ / 4] = config::msi_enable | 7U << config::msi_enable_shift;
        writable_[(msi_at_ + config::msi_address_low) / 4] = ~3U;
        writable_[(msi_at_ + config::msi_address_high) / 4] = ~0U;
        writable_[(msi_at_ + config::msi_data) / 4] = 0xFFFF;
    }
    if (function.msix.vectors != 0) {
        msix_at_ = add_capability(config::cap_msix, 0xA0);
        reg(msix_at_) |= (function.msix.vectors - 1) << 16;
        writable_[msix_at_ / 4] = config::msix_enable | config::msix_function_mask;
        reg(msix_at_ + config::msix_table) =
            static_cast<std::uint32_t>(function.msix.table_offset) | function.msix.bar;
        reg(msix_at_ + config::msix_pba) =
            static_cast<std::uint32_t>(function.msix.pending_offset) | function.msix.bar;
    }
}

void ConfigSpace::add_bars(const FunctionConfig& function) {
    for (unsigned i = 0; i < config::bar_count; ++i) {
        const BarConfig& bar = function.bars[i];
        if (bar.size == 0) {
            continue;
        }
        const bool last = i + 1 == config::bar_count;
        if (bar.size < 16 || !std::has_single_bit(bar.size) ||
            (bar.is_64bit ? last || function.bars[i + 1].size != 0 : bar.size > (1ULL << 31))) {
            throw InputError(fmt::format("BAR {} cannot have {} bytes", i, bar.size));
        }
        const std::uint64_t mask = ~(bar.size - 1);
        const unsigned at = config::bar0 + 4 * i;
        reg(at) = (bar.is_64bit ? config::bar_type_64bit : 0) |
                  (bar.prefetchable ? config::bar_prefetchable : 0);
        writable_[at / 4] = static_cast<std::uint32_t>(mask) & ~config::bar_attribute_bits;
        if (bar.is_64bit) {
            writable_[at / 4 + 1] = static_cast<std::uint32_t>(mask >> 32);
        }
    }
}

unsigned ConfigSpace::add_capability(std::uint8_t id, unsigned at) {
    reg(at) = id;
    if (last_capability_ == 0) {
        reg(config::capabilities) = at;
    } else {
        reg(last_capability_) |= at << 8;
    }
    last_capability_ = at;
    return at;
}

std::uint32_t ConfigSpace::read(unsigned offset) const {
    return offset / 4 < registers_.size() ? registers_[offset / 4] : 0;
}

void ConfigSpace::write(unsigned offset, std::uint32_t value, unsigned byte_enables) {
    if (offset / 4 >= registers_.size()) {
        return;
    }
    std::uint32_t mask = writable_[offset / 4];
    for (unsigned byte = 0; byte < 4; ++byte) {
        if ((byte_enables >> byte & 1) == 0) {
            mask &= ~(0xFFU << (8 * byte));
        }
    }
    registers_[offset / 4] = (registers_[offset / 4] & ~mask) | (value & mask);
    update_windows();
}

void ConfigSpace::update_windows() {
    const bool enabled = (command() & config::command_memory_space) != 0;
    for (unsigned i = 0; i < config::bar_count; ++i) {
        windows_[i] = {};
        if (!enabled || bars_[i].size == 0) {
            continue;
        }
        const unsigned at = config::bar0 + 4 * i;
        const std::uint64_t low = reg(at) & ~config::bar_attribute_bits;
        const std::uint64_t high = bars_[i].is_64bit ? reg(at + 4) : 0;
        windows_[i] = {high << 32 | low, bars_[i].size};
    }
}

std::optional<ConfigSpace::Hit> ConfigSpace::decode(std::uint64_t address, Bytes length) const {
    for (unsigned i = 0; i < config::bar_count; ++i) {
        const Window& window = windows_[i];
        if (address - window.base < window.size) {
            if (window.size - (address - window.base) < length) {
                return std::nullopt;
            }
            return Hit{i, address - window.base};
        }
    }
    return std::nullopt;
}

Bytes ConfigSpace::max_payload_size() const {
    return size_of(device_control() >> config::device_control_mps_shift);
}

Bytes ConfigSpace::max_read_request_size() const {
    return size_of(device_control() >> config::device_control_mrrs_shift);
}

bool ConfigSpace::msi_enabled() const {
    return msi_at_ != 0 && (reg(msi_at_) & config::msi_enable) != 0;
}

unsigned ConfigSpace::msi_granted() const {
    return msi_enabled() ? 1U << (reg(msi_at_) >> config::msi_enable_shift & 7) : 0;
}

std::uint64_t ConfigSpace::msi_address() const {
    return static_cast<std::uint64_t>(reg(msi_at_ + config::msi_address_high)) << 32 |
           reg(msi_at_ + config::msi_address_low);
}

std::uint32_t ConfigSpace::msi_data() const {
    return reg(msi_at_ + config::msi_data);
}

}  // namespace lookaside::pcie
