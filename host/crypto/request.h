// SPDX-License-Identifier: Apache-2.0
// What all requests of the asynchronous crypto contract have in common (Linux crypto API).
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

/// A key registered with a provider (crypto_*_setkey).
using KeyHandle = std::uint32_t;

/// The requester owns a request and its buffers until the callback with a final status returns,
/// and must not touch them before.
struct Request {
    KeyHandle key = 0;
    bool may_backlog = false;
    /// Called in process context or softirq, whatever the driver uses; must not block.
    std::function<void(Status)> complete;

    /// Stamped by every room the request passes.
    Timeline timeline;
};

/// What is offered for one algorithm: keys, and requests of the algorithm's type.
class Provider {
  public:
    virtual ~Provider() = default;
    /// Registers a key. Process context; may block. Throws InputError for a key of a length that
    /// the algorithm does not have, or if the device has no key slot left.
    virtual KeyHandle set_key(std::span<const std::uint8_t> key) = 0;
    /// Largest payload (without tag) one request may carry.
    virtual Bytes max_payload() const = 0;
};

}  // namespace lookaside::crypto_api
