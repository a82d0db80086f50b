// SPDX-License-Identifier: Apache-2.0
// What the sectors of a crypto device mean: storage, and a window of buffers for each engine.
//
// An eMMC device can only be read and written by sectors, so the crypto devices of the array take
// their work the same way. Sectors below window_base are storage. Behind them each unit (an engine,
// or the gang of all) has a window of window_sectors:
//
//   hash_in      1..8 sectors: payload. The write's block count is the payload's length; the end of
//                the write starts SHA-256 over it. Nothing but the payload crosses the bus.
//   command_in   a sector with a Command, followed by its payload. The end of the write starts it.
//                The key comes with the command: a device holds no state between tasks.
//   result_out   a sector with a Result, followed by the data of a GCM task. A read of a unit that
//                still computes waits, so software asks for the queue status first (CMD13 with
//                bit 15): bit n says that unit n has a result that was not read yet.
//
// A unit has one task at a time. A write to the first sector of hash_in or command_in drops what
// the unit did before: so software repeats a task whose write was disturbed, part of which may have
// been started. Writes elsewhere in a window are refused.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "base/units.h"

namespace lookaside::array::device_map {

inline constexpr Bytes sector_bytes = 512;
inline constexpr unsigned max_payload_sectors = 8;

inline constexpr std::uint32_t window_base = 0x8000'0000;
inline constexpr std::uint32_t window_sectors = 64;
inline constexpr std::uint32_t hash_in = 0;
inline constexpr std::uint32_t command_in = 16;
inline constexpr std::uint32_t result_out = 32;

constexpr std::uint32_t window_of(unsigned unit) {
    return window_base + unit * window_sectors;
}

enum class Operation : std::uint8_t {
    gcm_encrypt = 1,
    gcm_decrypt = 2,
    hash_storage = 3,  // SHA-256 over sectors of the storage
};

/// The sector in front of a task's payload, little endian.
struct Command {
    std::uint8_t operation = 0;
    std::uint8_t key_bytes = 0;  // 16 or 32
    std::uint8_t key_slot = 0;   // names the key: the same number, the same key as last time
    std::uint8_t reserved = 0;
    std::uint32_t sector = 0;   // hash_storage: first sector of the storage
    std::uint32_t sectors = 0;  // hash_storage: how many
    std::array<std::uint8_t, 12> iv{};
    std::array<std::uint8_t, 16> tag{};  // gcm_decrypt
    std::array<std::uint8_t, 32> key{};
};
static_assert(std::is_trivially_copyable_v<Command> && sizeof(Command) <= sector_bytes);

enum class Verdict : std::uint8_t {
    done = 1,
    bad_tag = 2,  // no plaintext follows
    refused = 3,  // the command makes no sense, or the unit was busy
};

/// The first sector of a result, little endian.
struct Result {
    std::uint8_t verdict = 0;
    std::array<std::uint8_t, 3> reserved{};
    std::uint32_t engine_ns = 0;           // time that the unit computed
    std::array<std::uint8_t, 32> value{};  // digest, or the tag in the first 16 bytes
};
static_assert(std::is_trivially_copyable_v<Result> && sizeof(Result) <= sector_bytes);

}  // namespace lookaside::array::device_map
