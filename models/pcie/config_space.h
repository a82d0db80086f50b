// SPDX-License-Identifier: Apache-2.0
// The configuration space of a type 0 function with PCI Express, MSI and MSI-X capabilities.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "models/pcie/config_registers.h"
#include "models/pcie/link_parameters.h"

namespace lookaside::pcie {

/// A memory BAR. Sizes are powers of two from 16 bytes; a 64-bit BAR takes two registers.
struct BarConfig {
    Bytes size = 0;  // 0: not implemented
    bool is_64bit = false;
    bool prefetchable = false;
};
/// Where a device keeps its MSI-X table and pending bits.
struct MsixConfig {
    unsigned vectors = 0;  // 0: no capability; else 1..2048
    unsigned bar = 0;
    Bytes table_offset = 0;
    Bytes pending_offset = 0;
};
/// What a function presents to the host. Defaults are an XDMA example design's IDs.
struct FunctionConfig {
    std::uint16_t vendor = 0x10EE;
    std::uint16_t device = 0x7024;
    std::uint32_t class_code = 0x070001;
    std::array<BarConfig, config::bar_count> bars{};
    MsixConfig msix;
    unsigned msi_vectors = 0;  // 0: no capability; else a power of two up to 32
    Bytes max_payload_supported = 4096;
    bool extended_tags = true;  // 8-bit tags supported
    bool ten_bit_tags = false;  // 10-bit tags supported
};

class ConfigSpace {
  public:
    /// Throws InputError for a configuration that config space cannot express.
    ConfigSpace(const FunctionConfig& function, const LinkParameters& link);

    /// Register at a multiple of 4; zero above the 256 bytes that are implemented.
    std::uint32_t read(unsigned offset) const;
    /// Read-only bits keep their values; `byte_enables` selects bytes.
    void write(unsigned offset, std::uint32_t value, unsigned byte_enables);

    struct Hit {
        unsigned bar;
        Bytes offset;
    };
    /// The BAR that claims all of an access.
    std::optional<Hit> decode(std::uint64_t address, Bytes length) const;

    bool bus_master() const { return (command() & config::command_bus_master) != 0; }
    Bytes max_payload_size() const;
    Bytes max_read_request_size() const;
    bool extended_tags_enabled() const {
        return (device_control() & config::device_control_extended_tag) != 0;
    }
    bool ten_bit_tags_enabled() const {
        return (reg(pcie_at_ + config::pcie_device_control2) &
                config::device_control2_ten_bit_tag) != 0;
    }
    bool msix_enabled() const { return msix_bit(config::msix_enable); }
    bool msix_function_masked() const { return msix_bit(config::msix_function_mask); }
    bool msi_enabled() const;
    /// Vectors the host granted; 0 without MSI.
    unsigned msi_granted() const;
    std::uint64_t msi_address() const;
    std::uint32_t msi_data() const;

  private:
    struct Window {
        std::uint64_t base = 0;
        Bytes size = 0;
    };

    std::uint32_t& reg(unsigned offset) { return registers_[offset / 4]; }
    std::uint32_t reg(unsigned offset) const { return registers_[offset / 4]; }
    std::uint32_t command() const { return reg(config::command); }
    std::uint32_t device_control() const { return reg(pcie_at_ + config::pcie_device_control); }
    bool msix_bit(std::uint32_t bit) const {
        return msix_at_ != 0 && (reg(msix_at_ + config::msix_control) & bit) != 0;
    }
    void add_bars(const FunctionConfig& function);
    unsigned add_capability(std::uint8_t id, unsigned at);
    void update_windows();

    std::array<std::uint32_t, 64> registers_{};
    std::array<std::uint32_t, 64> writable_{};
    std::array<BarConfig, config::bar_count> bars_;
    std::array<Window, config::bar_count> windows_{};
    unsigned pcie_at_ = 0;
    unsigned msi_at_ = 0;
    unsigned msix_at_ = 0;
    unsigned last_capability_ = 0;
};

}  // namespace lookaside::pcie
