// SPDX-License-Identifier: Apache-2.0
// SHA-256 by OpenSSL: the golden reference, the timed engine's bytes, the host's software hash.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "base/units.h"

namespace lookaside {

/// SHA-256 (FIPS 180-4). Keeps OpenSSL's context between messages. Throws std::runtime_error if
/// OpenSSL fails.
class Sha256 {
  public:
    static constexpr Bytes digest_bytes = 32;

    Sha256();
    ~Sha256();
    Sha256(Sha256&&) noexcept;
    Sha256& operator=(Sha256&&) noexcept;

    /// Writes the digest of a whole message of any length, also 0.
    void hash(std::span<const std::uint8_t> message, std::span<std::uint8_t, digest_bytes> digest);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace lookaside
