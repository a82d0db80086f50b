// SPDX-License-Identifier: Apache-2.0
// Register map and RAM layout of the FPGA IPsec card: what stands behind the XDMA's AXI ports.
//
// The card holds an inbound RAM (requests) and an outbound RAM (results), 16 KB each, as published,
// divided into slots of 2 KB. Software fills a slot by H2C DMA, starts it, waits for the user
// interrupt and fetches the result from the outbound slot of the same number by C2H DMA.
//
// Rules. Slots are worked on in the order they were started; several started by one write, lowest
// number first. Starting a slot clears its done, failed and fail_reason bits. A slot without a
// result (see Fail) leaves its outbound slot unchanged: in particular no plaintext of a packet
// whose tag is wrong. A slot belongs to the card while it is busy, and software must not
//   - write the inbound or read the outbound slot: AXI slave error, nothing is transferred;
//   - start it again: the bit is ignored.
// Each of these counts in protocol_errors. DMA outside the two RAMs gets an AXI decode error.
#pragma once

#include <array>
#include <cstdint>

namespace lookaside::datasheet::ipsec_card {

// AXI4-MM address map (DMA).
inline constexpr std::uint64_t inbound_ram = 0x0000'0000;
inline constexpr std::uint64_t outbound_ram = 0x0001'0000;
inline constexpr std::uint32_t ram_bytes = 16 * 1024;
inline constexpr std::uint32_t slot_bytes = 2 * 1024;
inline constexpr unsigned slot_count = ram_bytes / slot_bytes;

// AXI4-Lite registers (user BAR), 32 bits each. "Slot mask": bit n stands for slot n.
namespace reg {
inline constexpr std::uint32_t id = 0x00;            // RO, card_id
inline constexpr std::uint32_t capabilities = 0x04;  // RO: [7:0] slots, [15:8] log2 slot bytes,
                                                     // [23:16] key slots
inline constexpr std::uint32_t start = 0x10;         // W: slot mask to start; R: 0
inline constexpr std::uint32_t busy = 0x14;          // RO: slots waiting for or in the engine
inline constexpr std::uint32_t done = 0x18;          // RW1C: finished slots. If enabled ones remain
                                                     // after a write, the interrupt rises anew
inline constexpr std::uint32_t failed = 0x1C;       // RO: of the done ones, those without a result;
                                                    // cleared together with the done bit
inline constexpr std::uint32_t irq_enable = 0x20;   // RW: user IRQ 0 = any bit of done AND this
inline constexpr std::uint32_t fail_reason = 0x24;  // RO: 2 bits a slot, see Fail
inline constexpr std::uint32_t protocol_errors = 0x28;  // RO: broken rules since reset, see above
inline constexpr std::uint32_t key_base = 0x1000;       // key slot n at key_base + n * key_stride
inline constexpr std::uint32_t key_stride = 0x40;
inline constexpr std::uint32_t key_word = 0x00;     // WO: 8 words, byte 0 in [7:0] of word 0
inline constexpr std::uint32_t key_control = 0x20;  // RW: bit 0 valid, bit 1 256-bit key
}  // namespace reg
inline constexpr std::uint32_t user_bar_size = 0x2000;
inline constexpr std::uint32_t card_id = 0x4C4B4950;  // "LKIP"
inline constexpr unsigned key_slots = 16;

namespace key_control {
inline constexpr std::uint32_t valid = 1U << 0;
inline constexpr std::uint32_t bits_256 = 1U << 1;
}  // namespace key_control

enum class Fail : std::uint32_t { none = 0, bad_header = 1, no_key = 2, bad_tag = 3 };

/// Head of an inbound slot. The data follows at data_offset; for decryption the 16-byte tag follows
/// the data without a gap. Little endian.
struct RequestHeader {
    std::uint32_t command = 0;      // command bits below
    std::uint16_t aad_length = 0;   // 0..max_aad
    std::uint16_t data_length = 0;  // 0..max_data
    std::uint64_t reserved = 0;
    std::array<std::uint8_t, 12> iv{};
    std::uint32_t reserved_iv = 0;
    std::array<std::uint8_t, 32> aad{};
};
static_assert(sizeof(RequestHeader) == 64);

namespace command {
inline constexpr std::uint32_t decrypt = 1U << 0;
inline constexpr std::uint32_t key_shift = 8;  // [15:8] key slot
inline constexpr std::uint32_t key_mask = 0xFFU << key_shift;
}  // namespace command

inline constexpr std::uint32_t data_offset = sizeof(RequestHeader);
inline constexpr std::uint32_t tag_bytes = 16;
inline constexpr std::uint32_t max_aad = 32;
inline constexpr std::uint32_t max_data = slot_bytes - data_offset - tag_bytes;  // 1968

// Outbound slot: data from offset 0; for encryption the tag follows without a gap.

}  // namespace lookaside::datasheet::ipsec_card
