// SPDX-License-Identifier: Apache-2.0
// Configuration space registers of a type 0 function (PCI Express Base Specification 7.5, 7.7).
#pragma once

#include <cstdint>

namespace lookaside::pcie::config {

// Header. Offsets in bytes, double-word registers.
inline constexpr unsigned id = 0x00;       // [15:0] vendor, [31:16] device
inline constexpr unsigned command = 0x04;  // [15:0] command, [31:16] status
inline constexpr unsigned class_code = 0x08;
inline constexpr unsigned header_type = 0x0C;
inline constexpr unsigned bar0 = 0x10;
inline constexpr unsigned bar_count = 6;
inline constexpr unsigned subsystem = 0x2C;
inline constexpr unsigned capabilities = 0x34;

inline constexpr std::uint32_t command_memory_space = 1U << 1;
inline constexpr std::uint32_t command_bus_master = 1U << 2;
inline constexpr std::uint32_t command_intx_disable = 1U << 10;
inline constexpr std::uint32_t status_capabilities = 1U << 20;

inline constexpr std::uint32_t bar_type_64bit = 1U << 2;
inline constexpr std::uint32_t bar_prefetchable = 1U << 3;
inline constexpr std::uint32_t bar_attribute_bits = 0xF;

// Capability IDs.
inline constexpr std::uint8_t cap_msi = 0x05;
inline constexpr std::uint8_t cap_pcie = 0x10;
inline constexpr std::uint8_t cap_msix = 0x11;

// PCI Express capability, offsets from its start.
inline constexpr unsigned pcie_device_capabilities = 0x04;
inline constexpr unsigned pcie_device_control = 0x08;  // [15:0] control, [31:16] status
inline constexpr unsigned pcie_link_capabilities = 0x0C;
inline constexpr unsigned pcie_link_control = 0x10;            // [15:0] control, [31:16] status
inline constexpr std::uint32_t device_extended_tag = 1U << 5;  // capabilities: supported
inline constexpr std::uint32_t device_control_extended_tag = 1U << 8;  // enable
inline constexpr unsigned device_control_mps_shift = 5;
inline constexpr unsigned device_control_mrrs_shift = 12;
inline constexpr std::uint32_t device_control_relaxed_ordering = 1U << 4;
inline constexpr unsigned pcie_device_capabilities2 = 0x24;
inline constexpr unsigned pcie_device_control2 = 0x28;
inline constexpr std::uint32_t device_ten_bit_tag_requester = 1U << 17;  // capabilities 2
inline constexpr std::uint32_t device_control2_ten_bit_tag = 1U << 12;   // requester enable

// MSI capability with 64-bit address.
inline constexpr unsigned msi_control = 0x00;  // in [31:16]
inline constexpr unsigned msi_address_low = 0x04;
inline constexpr unsigned msi_address_high = 0x08;
inline constexpr unsigned msi_data = 0x0C;
inline constexpr std::uint32_t msi_enable = 1U << 16;
inline constexpr unsigned msi_capable_shift = 17;  // log2 of vectors offered
inline constexpr unsigned msi_enable_shift = 20;   // log2 of vectors granted
inline constexpr std::uint32_t msi_64bit = 1U << 23;

// MSI-X capability.
inline constexpr unsigned msix_control = 0x00;  // in [31:16]
inline constexpr unsigned msix_table = 0x04;    // [2:0] BIR
inline constexpr unsigned msix_pba = 0x08;
inline constexpr std::uint32_t msix_function_mask = 1U << 30;
inline constexpr std::uint32_t msix_enable = 1U << 31;

}  // namespace lookaside::pcie::config
