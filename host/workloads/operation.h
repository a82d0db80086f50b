// SPDX-License-Identifier: Apache-2.0
// What a generated request asks for, and how its result is judged.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/random.h"
#include "host/crypto/aead.h"

namespace lookaside::workloads {

/// A request of a generator's pool with its buffers. `aead.payload` and `aead.tag` lie in DMA
/// memory; `original` remembers the plaintext.
struct GeneratedRequest {
    crypto_api::AeadRequest aead;
    std::uint64_t number = 0;  // since the workload began; makes the IV unique
    std::array<std::uint8_t, 12> iv{};
    std::array<std::uint8_t, 8> aad{};  // as ESP: SPI and sequence number
    std::span<std::uint8_t> buffer;     // of the largest payload
    std::vector<std::uint8_t> original;
};

/// Neither call takes simulated time: they measure the system, they are no part of it.
class Operation {
  public:
    enum class Verdict : std::uint8_t { right, wrong, unchecked };

    virtual ~Operation() = default;
    /// Fills payload, original and (for decryption) tag; IV, AAD and the payload's size are set.
    virtual void prepare(GeneratedRequest& request, Random& random) = 0;
    /// Judges a request that came back well. `difference` says where it is wrong.
    virtual Verdict judge(const GeneratedRequest& request, std::string& difference) = 0;
};

enum class OperationKind : std::uint8_t {
    encrypt,  // random plaintext; ciphertext and tag must be OpenSSL's
    decrypt,  // OpenSSL's ciphertext and tag; the plaintext must come back
    echo,     // random bytes that must come back unchanged (raw DMA there and back)
    move,     // random bytes of which nothing comes back that could be compared (raw DMA one way)
};

/// `key` of 16 or 32 bytes is used by encrypt and decrypt.
std::unique_ptr<Operation> make_operation(OperationKind kind, std::span<const std::uint8_t> key);

}  // namespace lookaside::workloads
