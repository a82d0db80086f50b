// SPDX-License-Identifier: Apache-2.0
// One cipher or hash operation as user space asks for it.
#pragma once

#include <cstdint>
#include <span>

#include "host/crypto/request.h"

namespace lookaside::cryptodev {

/// Buffers are user memory, made by DmaMapper::alloc_buffer; which ones an operation needs depends
/// on its algorithm's type.
struct Operation {
    crypto_api::Direction direction = crypto_api::Direction::encrypt;
    std::span<std::uint8_t> iv;         // ciphers; of a CBC cipher the next one when it is done
    std::span<std::uint8_t> data;       // in place; of a hash the message
    std::span<const std::uint8_t> aad;  // AEAD
    std::span<std::uint8_t> mac;        // AEAD: the tag; hashes: the digest
};

enum class Outcome : std::uint8_t {
    ok,
    bad_message,  // -EBADMSG: not authentic
    invalid,      // -EINVAL: bad lengths
    busy,         // -EBUSY: the driver took nothing more
    failed,       // -EIO, -ETIMEDOUT
};

struct Result {
    Outcome outcome = Outcome::ok;
    /// Of the (last) request; what the driver and the hardware stamped.
    Timeline timeline;
    SimTime accepted{0};  // the driver had taken it
};

}  // namespace lookaside::cryptodev
