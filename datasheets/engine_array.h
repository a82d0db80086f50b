// SPDX-License-Identifier: Apache-2.0
// Register map and ring formats of the crypto-engine array card.
//
// The card is a block device for software: it takes tasks of up to max_task_bytes from submission
// rings in host memory, fetches their payload into its central buffer, lets an engine work on it
// and writes the result and a completion entry back, in whatever order tasks finish. Each queue
// pair has a submission ring, a completion ring and an MSI-X vector of its own.
//
// Rules. Software enables the card only after the rings of the queue pairs that it uses are set,
// and does not change them while enabled. A ring is empty when head equals tail, so it holds one
// entry less than its size. A tag must not be in use twice in one queue pair. A completion entry is
// new when its phase bit differs from that of the round before; the first round writes 1. A task is
// visible to the card once the tail doorbell names a slot behind it. Result data arrives in host
// memory before the completion entry, that before the interrupt. Tags are below max_ring_entries.
// The sectors of a read or write lie within one aligned stripe of max_task_bytes, because the next
// stripe is on another device. A sector never written holds what base/sector_pattern.h says.
#pragma once

#include <array>
#include <cstdint>

namespace lookaside::datasheet::engine_array {

inline constexpr std::uint16_t vendor_id = 0x1E0A;
inline constexpr std::uint16_t device_id = 0xC3A0;

inline constexpr unsigned max_queue_pairs = 8;
inline constexpr unsigned max_ring_entries = 4096;
inline constexpr std::uint32_t sector_bytes = 512;
/// A task's payload and result each fit into a slot of the central buffer.
inline constexpr std::uint32_t max_task_bytes = 4096;
inline constexpr unsigned key_slots = 16;

// BAR 0, 32-bit registers.
namespace reg {
inline constexpr std::uint32_t id = 0x00;        // RO, card_id
inline constexpr std::uint32_t geometry = 0x04;  // RO: [7:0] channels N, [15:8] devices a channel
                                                 // M, [31:16] engines a device K
inline constexpr std::uint32_t capacity =
    0x08;  // RO: tasks the central buffer admits (queue depth)
inline constexpr std::uint32_t algorithms = 0x0C;    // RO: bit n = Opcode n is served
inline constexpr std::uint32_t control = 0x10;       // RW: control bits
inline constexpr std::uint32_t status = 0x14;        // RO: status bits
inline constexpr std::uint32_t dead_devices = 0x18;  // RO: devices that failed since reset
inline constexpr std::uint32_t sectors = 0x1C;       // RO: addressable sectors of sector_bytes
inline constexpr std::uint32_t queue_base = 0x100;  // queue pair n at queue_base + n * queue_stride
inline constexpr std::uint32_t queue_stride = 0x40;
inline constexpr std::uint32_t sq_base_low = 0x00;   // RW: bus address, 4 KB aligned
inline constexpr std::uint32_t sq_base_high = 0x04;  // RW
inline constexpr std::uint32_t cq_base_low = 0x08;   // RW: bus address, 4 KB aligned
inline constexpr std::uint32_t cq_base_high = 0x0C;  // RW
inline constexpr std::uint32_t ring_size = 0x10;   // RW: entries of both, power of two; 0 = unused
inline constexpr std::uint32_t sq_tail = 0x14;     // W: doorbell, index of the next free slot
inline constexpr std::uint32_t cq_head = 0x18;     // W: index of the next unread entry
inline constexpr std::uint32_t coalescing = 0x1C;  // RW: [15:0] time in us, [31:16] entries.
                                                   // Interrupt when that many are unread since
                                                   // the last interrupt, or the oldest is that
                                                   // old; 0 or 1 entries = each
inline constexpr std::uint32_t irq_enable = 0x20;  // RW: bit 0; entries that came while off raise
                                                   // the interrupt when it is set
inline constexpr std::uint32_t key_base = 0x1000;  // key slot n at key_base + n * key_stride
inline constexpr std::uint32_t key_stride = 0x40;
inline constexpr std::uint32_t key_word = 0x00;     // WO: 8 words, byte 0 in [7:0] of word 0
inline constexpr std::uint32_t key_control = 0x20;  // RW: bit 0 valid, bit 1 256-bit key
}  // namespace reg
inline constexpr std::uint32_t msix_table = 0x4000;
inline constexpr std::uint32_t msix_pba = 0x5000;
inline constexpr std::uint32_t bar_size = 0x8000;
inline constexpr std::uint32_t card_id = 0x4C4B4541;  // "LKEA"

namespace control {
inline constexpr std::uint32_t enable = 1U << 0;  // devices are identified, then rings are served
}  // namespace control

namespace status {
inline constexpr std::uint32_t ready = 1U << 0;   // identification is over
inline constexpr std::uint32_t failed = 1U << 1;  // no device answered
}  // namespace status

enum class Opcode : std::uint8_t {
    sha256 = 0,       // payload in, digest of 32 bytes out
    gcm_encrypt = 1,  // payload in, ciphertext and tag out
    gcm_decrypt = 2,  // ciphertext and tag in, plaintext out
    read = 3,         // the sectors' digest out: the payload is on the device already
    write = 4,        // payload into the sectors, nothing out
};

/// Submission entry, little endian.
struct Task {
    std::uint8_t opcode = 0;
    std::uint8_t priority = 0;  // 0 lowest .. 3 highest
    std::uint16_t tag = 0;
    std::uint32_t payload_length = 0;  // bytes, a multiple of sector_bytes up to max_task_bytes;
                                       // gcm_decrypt: without the tag, which follows the payload
    std::uint64_t payload = 0;         // bus address
    std::uint64_t result = 0;          // bus address
    std::uint32_t sector = 0;          // read, write; also chooses the engine where the policy asks
    std::uint8_t key_slot = 0;         // GCM
    std::array<std::uint8_t, 3> reserved{};
    std::array<std::uint8_t, 12> iv{};  // GCM; no AAD
    std::array<std::uint8_t, 20> reserved_tail{};
};
static_assert(sizeof(Task) == 64);

enum class TaskStatus : std::uint8_t {
    ok = 0,
    invalid = 1,    // opcode, length, address or key slot: nothing was done
    bad_tag = 2,    // gcm_decrypt; no plaintext was written
    no_device = 3,  // every device that could serve it has failed
};

/// Completion entry, little endian.
struct Completion {
    std::uint16_t tag = 0;
    std::uint8_t status = 0;  // TaskStatus
    std::uint8_t phase = 0;   // bit 0
    std::uint32_t result_length = 0;
    std::uint16_t sq_head = 0;        // slots before it may be used again
    std::uint16_t engine_device = 0;  // channel * M + device that did the work
    std::uint32_t reserved = 0;
};
static_assert(sizeof(Completion) == 16);

}  // namespace lookaside::datasheet::engine_array
