// SPDX-License-Identifier: Apache-2.0
// Seals and opens ESP payloads with OpenSSL: what the other end of a tunnel does, at no cost.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "host/stacks/esp/esp_tunnel.h"

namespace lookaside::esp {

/// Knows the SA's keys; takes no simulated time.
class ReferenceCipher {
  public:
    explicit ReferenceCipher(const SecurityAssociation& sa);
    ~ReferenceCipher();

    /// Encrypts `payload` in place and writes the ICV, of the suite's length.
    void seal(const CipherInputs& inputs, std::span<std::uint8_t> payload,
              std::span<std::uint8_t> icv);
    /// Decrypts `payload` in place. False, with the payload of no use, if the ICV is wrong.
    [[nodiscard]] bool open(const CipherInputs& inputs, std::span<std::uint8_t> payload,
                            std::span<const std::uint8_t> icv);

  private:
    class Algorithm;
    class Gcm;
    class CbcHmac;
    std::unique_ptr<Algorithm> algorithm_;
};

}  // namespace lookaside::esp
