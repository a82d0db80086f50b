// SPDX-License-Identifier: Apache-2.0
// Authenticated encryption (crypto_aead): AES-GCM, and the authenc pairs of a cipher and an HMAC.
#pragma once

#include "host/crypto/request.h"

namespace lookaside::crypto_api {

/// One AEAD operation.
struct AeadRequest : Request {
    Direction direction = Direction::encrypt;
    std::span<const std::uint8_t> iv;   // 12 bytes for GCM, a cipher block for authenc
    std::span<const std::uint8_t> aad;  // associated data, in host memory
    /// Payload in place, from DmaMapper::alloc_buffer: plaintext becomes ciphertext (or back).
    std::span<std::uint8_t> payload;
    /// Encrypt: receives the tag; decrypt: holds the expected one. Same kind of memory. 16 bytes
    /// for GCM, the leading bytes of the HMAC for authenc (12 of SHA-1 in RFC 2404, 16 of SHA-256
    /// in RFC 4868).
    std::span<std::uint8_t> tag;
};

/// A driver (or software) that offers one AEAD algorithm. An authenc algorithm's key is the HMAC's,
/// as long as its digest, followed by the cipher's, and its tag covers `aad` and then the
/// ciphertext, so that ESP puts the IV at the end of the AAD.
class AeadProvider : public Provider {
  public:
    /// Never blocks; callable from any context.
    virtual Submit submit(AeadRequest& request) = 0;
};

}  // namespace lookaside::crypto_api
