// SPDX-License-Identifier: Apache-2.0
// The asynchronous block contract between a workload and a block driver (Linux block layer).
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>

#include "base/timeline.h"
#include "base/units.h"

namespace lookaside::block {

inline constexpr Bytes sector_bytes = 512;

/// What a request asks of a device whose sectors stand before crypto engines.
enum class Operation : std::uint8_t {
    hash,     // payload to the device, its SHA-256 digest back
    encrypt,  // payload to the device, AES-GCM ciphertext and tag back
    decrypt,  // ciphertext and tag to the device, plaintext back
    read,     // digest of what the sectors hold: only the result crosses the link
    write,    // payload into the sectors
};

/// How a request ended (blk_status_t).
enum class Status : std::uint8_t {
    ok,
    io_error,     // no working device is left for it [BLK_STS_IOERR]
    bad_message,  // decrypt: wrong tag; no plaintext was written
    timed_out,    // [BLK_STS_TIMEOUT]
    invalid,      // the device refused its fields [BLK_STS_NOTSUPP]
};

using KeyHandle = std::uint32_t;

/// One block request. The requester owns it and its buffers, but must not touch them before
/// `complete` is called. After Status::timed_out it must not use the buffers again: the device may
/// still reach them.
struct Request {
    Operation operation = Operation::hash;
    std::uint8_t priority = 0;  // 0 lowest .. 3 highest
    std::uint32_t sector = 0;
    Bytes length = 0;  // of the payload (read: of the sectors), a multiple of sector_bytes
    /// Payload, from DmaMapper::alloc_buffer; empty for read. decrypt: followed by the tag.
    std::span<const std::uint8_t> payload;
    /// Room for the result, same kind of memory: 32 bytes for a digest, length + 16 for encrypt,
    /// length for decrypt, empty for write.
    std::span<std::uint8_t> result;
    KeyHandle key = 0;                  // encrypt, decrypt
    std::array<std::uint8_t, 12> iv{};  // encrypt, decrypt
    /// Called once, in any context (from submit() itself if the request is refused); must not
    /// block.
    std::function<void(Status)> complete;

    /// Stamped by every room the request passes.
    Timeline timeline;
};

/// A block device with a queue of tags.
class Device {
  public:
    virtual ~Device() = default;
    /// Registers a key of 16 or 32 bytes. Process context. Throws InputError if no slot is left.
    virtual KeyHandle set_key(std::span<const std::uint8_t> key) = 0;
    /// Takes the request. Process context; sleeps until a tag is free (blk_mq_get_tag).
    virtual void submit(Request& request) = 0;
    /// Tells the device that no more follows for now: a driver may hold its doorbell back until
    /// then (commit_rqs).
    virtual void commit() = 0;
    virtual std::uint32_t sectors() const = 0;
    /// Largest payload of one request. The sectors of a request lie between two multiples of
    /// it (chunk_sectors).
    virtual Bytes max_payload() const = 0;
    /// Requests that can be in flight.
    virtual unsigned depth() const = 0;
};

}  // namespace lookaside::block
