// SPDX-License-Identifier: Apache-2.0
// The asynchronous crypto contract between a stack or workload and a driver (Linux crypto API).
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "base/timeline.h"
#include "base/units.h"

namespace lookaside::crypto_api {

/// What a submission returns (include/linux/crypto.h conventions in brackets).
enum class Submit : std::uint8_t {
    done,         // finished synchronously [0]; no callback
    in_progress,  // accepted; one callback later [-EINPROGRESS]
    backlogged,   // accepted on the backlog [-EBUSY with MAY_BACKLOG]: the callback comes twice,
                  // first with Status::in_progress when the request moves to the real queue
    refused,      // not accepted [-ENOSPC]: no callback; retry or drop
    invalid,      // bad buffers or lengths [-EINVAL]; no callback
    bad_message,  // decrypted synchronously and not authentic [-EBADMSG]; no callback, no plaintext
};

/// What a callback carries.
enum class Status : std::uint8_t {
    ok,
    in_progress,  // a backlogged request has moved to the queue
    bad_message,  // authentication failed [-EBADMSG]; no plaintext was written
    io_error,     // device or transfer failed [-EIO]
    timed_out,    // the device did not answer in time [-ETIMEDOUT]
};

enum class Direction : std::uint8_t { encrypt, decrypt };

/// A key registered with a provider (crypto_aead_setkey).
using KeyHandle = std::uint32_t;

/// One AEAD operation. The requester owns it and its buffers until the callback with a final
/// status returns, and must not touch them before.
struct AeadRequest {
    KeyHandle key = 0;
    Direction direction = Direction::encrypt;
    std::span<const std::uint8_t> iv;   // 12 bytes
    std::span<const std::uint8_t> aad;  // associated data, in host memory
    /// Payload in place, from DmaMapper::alloc_buffer: plaintext becomes ciphertext (or back).
    std::span<std::uint8_t> payload;
    /// Encrypt: receives the tag; decrypt: holds the expected one. 16 bytes, same kind of memory.
    std::span<std::uint8_t> tag;
    bool may_backlog = false;
    /// Called in process context or softirq, whatever the driver uses; must not block.
    std::function<void(Status)> complete;

    /// Stamped by every room the request passes.
    Timeline timeline;
};

/// A driver (or software) that offers AES-GCM.
class AeadProvider {
  public:
    virtual ~AeadProvider() = default;
    /// Registers a key of 16 or 32 bytes. Process context; may block. Throws InputError if the
    /// device has no key slot left.
    virtual KeyHandle set_key(std::span<const std::uint8_t> key) = 0;
    /// Never blocks; callable from any context.
    virtual Submit submit(AeadRequest& request) = 0;
    /// Largest payload (without tag) one request may carry.
    virtual Bytes max_payload() const = 0;
};

}  // namespace lookaside::crypto_api
