// SPDX-License-Identifier: Apache-2.0
// Register map and descriptor format of the AMD/Xilinx DMA block for PCI Express (PG195), as the
// model decodes it and the driver programs it. Names follow PG195 and the vendor's Linux driver.
#pragma once

#include <array>
#include <cstdint>

namespace lookaside::datasheet::xdma {

// Config BAR decode: [15:12] target, [11:8] channel, [7:0] register (PG195 "Register Space").
inline constexpr std::uint32_t target_h2c_channel = 0x0000;
inline constexpr std::uint32_t target_c2h_channel = 0x1000;
inline constexpr std::uint32_t target_irq_block = 0x2000;
inline constexpr std::uint32_t target_config_block = 0x3000;
inline constexpr std::uint32_t target_h2c_sgdma = 0x4000;
inline constexpr std::uint32_t target_c2h_sgdma = 0x5000;
inline constexpr std::uint32_t target_sgdma_common = 0x6000;
inline constexpr std::uint32_t target_msix = 0x8000;
inline constexpr std::uint32_t channel_stride = 0x100;
inline constexpr std::uint32_t config_bar_size = 0x10000;

inline constexpr std::uint32_t identifier_subsystem = 0x1fc;  // [31:20] of every identifier word
inline constexpr std::uint32_t identifier_version = 0x06;     // 2017.1 and later

// Channel registers.
namespace channel {
inline constexpr std::uint32_t identifier = 0x00;
inline constexpr std::uint32_t control = 0x04;
inline constexpr std::uint32_t control_w1s = 0x08;
inline constexpr std::uint32_t control_w1c = 0x0C;
inline constexpr std::uint32_t status = 0x40;
inline constexpr std::uint32_t status_rc = 0x44;
inline constexpr std::uint32_t completed_descriptor_count = 0x48;
inline constexpr std::uint32_t alignments = 0x4C;
inline constexpr std::uint32_t poll_mode_wb_lo = 0x88;
inline constexpr std::uint32_t poll_mode_wb_hi = 0x8C;
inline constexpr std::uint32_t interrupt_enable_mask = 0x90;
inline constexpr std::uint32_t interrupt_enable_mask_w1s = 0x94;
inline constexpr std::uint32_t interrupt_enable_mask_w1c = 0x98;
inline constexpr std::uint32_t perf_control = 0xC0;
inline constexpr std::uint32_t perf_cycle_lo = 0xC4;
inline constexpr std::uint32_t perf_cycle_hi = 0xC8;
inline constexpr std::uint32_t perf_data_lo = 0xCC;
inline constexpr std::uint32_t perf_data_hi = 0xD0;
inline constexpr std::uint32_t perf_pending_lo = 0xD4;
inline constexpr std::uint32_t perf_pending_hi = 0xD8;
}  // namespace channel

// Bits of the channel control register.
namespace control {
inline constexpr std::uint32_t run = 1U << 0;
inline constexpr std::uint32_t ie_descriptor_stopped = 1U << 1;
inline constexpr std::uint32_t ie_descriptor_completed = 1U << 2;
inline constexpr std::uint32_t ie_align_mismatch = 1U << 3;
inline constexpr std::uint32_t ie_magic_stopped = 1U << 4;
inline constexpr std::uint32_t ie_invalid_length = 1U << 5;
inline constexpr std::uint32_t ie_idle_stopped = 1U << 6;
inline constexpr std::uint32_t ie_read_error = 0x1FU << 9;
inline constexpr std::uint32_t ie_write_error = 0x1FU << 14;
inline constexpr std::uint32_t ie_desc_error = 0x1FU << 19;
inline constexpr std::uint32_t non_incremental_address = 1U << 25;
inline constexpr std::uint32_t poll_mode_wb_enable = 1U << 26;
}  // namespace control

// Bits of the channel status register and of the interrupt enable mask.
namespace status {
inline constexpr std::uint32_t busy = 1U << 0;
inline constexpr std::uint32_t descriptor_stopped = 1U << 1;
inline constexpr std::uint32_t descriptor_completed = 1U << 2;
inline constexpr std::uint32_t align_mismatch = 1U << 3;
inline constexpr std::uint32_t magic_stopped = 1U << 4;
inline constexpr std::uint32_t invalid_length = 1U << 5;
inline constexpr std::uint32_t idle_stopped = 1U << 6;
// read_error [13:9]: H2C (PCIe side) ...
inline constexpr std::uint32_t read_unsupported_request = 1U << 9;
inline constexpr std::uint32_t read_completer_abort = 1U << 10;
inline constexpr std::uint32_t read_parity = 1U << 11;
inline constexpr std::uint32_t read_poisoned = 1U << 12;
inline constexpr std::uint32_t read_unexpected_completion = 1U << 13;
// ... and C2H (AXI side).
inline constexpr std::uint32_t read_axi_decode_error = 1U << 9;
inline constexpr std::uint32_t read_axi_slave_error = 1U << 10;
// write_error [18:14], H2C (AXI side).
inline constexpr std::uint32_t write_axi_decode_error = 1U << 14;
inline constexpr std::uint32_t write_axi_slave_error = 1U << 15;
// descriptor_error [23:19].
inline constexpr std::uint32_t descriptor_unsupported_request = 1U << 19;
inline constexpr std::uint32_t descriptor_completer_abort = 1U << 20;
inline constexpr std::uint32_t descriptor_parity = 1U << 21;
inline constexpr std::uint32_t descriptor_poisoned = 1U << 22;
inline constexpr std::uint32_t descriptor_unexpected_completion = 1U << 23;
inline constexpr std::uint32_t any_error =
    (0x7FFFU << 9) | align_mismatch | magic_stopped | invalid_length;
}  // namespace status

// SGDMA registers of a channel.
namespace sgdma {
inline constexpr std::uint32_t identifier = 0x00;
inline constexpr std::uint32_t first_descriptor_lo = 0x80;
inline constexpr std::uint32_t first_descriptor_hi = 0x84;
inline constexpr std::uint32_t first_descriptor_adjacent = 0x88;  // [5:0]
inline constexpr std::uint32_t descriptor_credits = 0x8C;         // [9:0]
}  // namespace sgdma

namespace sgdma_common {
inline constexpr std::uint32_t identifier = 0x00;
inline constexpr std::uint32_t descriptor_control = 0x10;  // halt: [3:0] H2C, [19:16] C2H
inline constexpr std::uint32_t descriptor_control_w1s = 0x14;
inline constexpr std::uint32_t descriptor_control_w1c = 0x18;
inline constexpr std::uint32_t credit_mode_enable = 0x20;
inline constexpr std::uint32_t credit_mode_enable_w1s = 0x24;
inline constexpr std::uint32_t credit_mode_enable_w1c = 0x28;
}  // namespace sgdma_common

namespace irq_block {
inline constexpr std::uint32_t identifier = 0x00;
inline constexpr std::uint32_t user_interrupt_enable = 0x04;
inline constexpr std::uint32_t user_interrupt_enable_w1s = 0x08;
inline constexpr std::uint32_t user_interrupt_enable_w1c = 0x0C;
inline constexpr std::uint32_t channel_interrupt_enable = 0x10;
inline constexpr std::uint32_t channel_interrupt_enable_w1s = 0x14;
inline constexpr std::uint32_t channel_interrupt_enable_w1c = 0x18;
inline constexpr std::uint32_t user_interrupt_request = 0x40;
inline constexpr std::uint32_t channel_interrupt_request = 0x44;
inline constexpr std::uint32_t user_interrupt_pending = 0x48;
inline constexpr std::uint32_t channel_interrupt_pending = 0x4C;
inline constexpr std::uint32_t user_vector_number = 0x80;     // 0x80..0x8C, 4 vectors a word
inline constexpr std::uint32_t channel_vector_number = 0xA0;  // 0xA0..0xA4
}  // namespace irq_block

namespace config_block {
inline constexpr std::uint32_t identifier = 0x00;
inline constexpr std::uint32_t bus_dev = 0x04;
inline constexpr std::uint32_t pcie_max_payload_size = 0x08;
inline constexpr std::uint32_t pcie_max_read_request_size = 0x0C;
inline constexpr std::uint32_t system_id = 0x10;
inline constexpr std::uint32_t msi_enable = 0x14;
inline constexpr std::uint32_t pcie_data_width = 0x18;
inline constexpr std::uint32_t pcie_control = 0x1C;
inline constexpr std::uint32_t user_max_payload_size = 0x40;
inline constexpr std::uint32_t user_max_read_request_size = 0x44;
inline constexpr std::uint32_t write_flush_timeout = 0x60;
}  // namespace config_block

namespace msix {
inline constexpr std::uint32_t table_entries = 32;
inline constexpr std::uint32_t entry_bytes = 16;  // address lo, address hi, data, vector control
inline constexpr std::uint32_t pending_bits = 0x8FE0;
}  // namespace msix

/// A descriptor as it lies in host memory: 32 bytes, little endian, 32-byte aligned.
struct Descriptor {
    std::uint32_t control = 0;  // magic [31:16], Nxt_adj [13:8], control bits [7:0]
    std::uint32_t length = 0;   // [27:0] bytes
    std::uint32_t src_lo = 0, src_hi = 0;
    std::uint32_t dst_lo = 0, dst_hi = 0;
    std::uint32_t next_lo = 0, next_hi = 0;
};
static_assert(sizeof(Descriptor) == 32);

namespace descriptor {
inline constexpr std::uint32_t magic = 0xAD4BU << 16;
inline constexpr std::uint32_t magic_mask = 0xFFFFU << 16;
inline constexpr std::uint32_t adjacent_shift = 8;
inline constexpr std::uint32_t adjacent_mask = 0x3FU << adjacent_shift;
inline constexpr std::uint32_t stop = 1U << 0;
inline constexpr std::uint32_t completed = 1U << 1;
inline constexpr std::uint32_t eop = 1U << 4;
inline constexpr std::uint32_t max_length = (1U << 28) - 1;
}  // namespace descriptor

// Poll-mode write-back word.
namespace write_back {
inline constexpr std::uint32_t error = 1U << 31;
inline constexpr std::uint32_t count_mask = 0x00FFFFFF;
}  // namespace write_back

inline constexpr unsigned max_channels = 4;  // each way
inline constexpr unsigned max_user_irqs = 16;

}  // namespace lookaside::datasheet::xdma
