// SPDX-License-Identifier: Apache-2.0
// SHA-256 by OpenSSL: the golden reference.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>

namespace lookaside {

using Sha256Digest = std::array<std::uint8_t, 32>;

/// SHA-256 (FIPS 180-4) of whole messages. Keeps OpenSSL's context between calls, which cost as
/// much as hashing a kilobyte otherwise. Throws std::runtime_error if OpenSSL fails.
class Sha256 {
  public:
    Sha256();
    ~Sha256();
    Sha256(Sha256&&) noexcept;
    Sha256& operator=(Sha256&&) noexcept;

    Sha256Digest digest(std::span<const std::uint8_t> message);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

/// The digest of one message, where speed does not matter.
inline Sha256Digest sha256(std::span<const std::uint8_t> message) {
    return Sha256().digest(message);
}

}  // namespace lookaside
