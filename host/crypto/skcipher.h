// SPDX-License-Identifier: Apache-2.0
// Ciphers without authentication (crypto_skcipher).
#pragma once

#include "host/crypto/request.h"

namespace lookaside::crypto_api {

/// One operation of a block cipher in CBC mode.
struct SkcipherRequest : Request {
    Direction direction = Direction::encrypt;
    /// A block. Holds the value to chain the next request from when this one is done.
    std::span<std::uint8_t> iv;
    /// In place, from DmaMapper::alloc_buffer; whole blocks.
    std::span<std::uint8_t> data;
};

class SkcipherProvider : public Provider {
  public:
    /// Never blocks; callable from any context.
    virtual Submit submit(SkcipherRequest& request) = 0;
};

}  // namespace lookaside::crypto_api
