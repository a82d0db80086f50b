// SPDX-License-Identifier: Apache-2.0
// Hashes and HMACs by OpenSSL: the golden reference, engines' bytes, the host's software.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/units.h"

namespace lookaside {

enum class HashFunction : std::uint8_t { md5, sha1, sha224, sha256, sha384 };

/// 16, 20, 28, 32 or 48.
Bytes digest_bytes(HashFunction function);

/// Digest of a whole message (FIPS 180-4, RFC 1321).
std::vector<std::uint8_t> digest(HashFunction function, std::span<const std::uint8_t> message);

/// HMAC (RFC 2104) under one key of any length. Throws std::runtime_error if OpenSSL fails.
class Hmac {
  public:
    Hmac(HashFunction function, std::span<const std::uint8_t> key);
    ~Hmac();
    Hmac(Hmac&&) noexcept;
    Hmac& operator=(Hmac&&) noexcept;

    /// MAC of `first` and then `second`, which may be empty; digest_bytes() long.
    std::vector<std::uint8_t> mac(std::span<const std::uint8_t> first,
                                  std::span<const std::uint8_t> second = {});

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace lookaside
