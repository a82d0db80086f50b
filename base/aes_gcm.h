// SPDX-License-Identifier: Apache-2.0
// AES-GCM by OpenSSL: the golden reference, the timed engine's bytes, the host's software cipher.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

namespace lookaside {

/// AES-GCM (NIST SP 800-38D) under one key. 16-byte keys give AES-128, 32-byte keys AES-256.
/// Keeps the expanded key between calls. Throws std::invalid_argument for another key length and
/// std::runtime_error if OpenSSL fails.
class AesGcm {
  public:
    explicit AesGcm(std::span<const std::uint8_t> key);
    ~AesGcm();
    AesGcm(AesGcm&&) noexcept;
    AesGcm& operator=(AesGcm&&) noexcept;

    /// Encrypts `plain` into `cipher` (same length; may be the same memory) and writes the leading
    /// `tag.size()` bytes of the tag, 4..16.
    void encrypt(std::span<const std::uint8_t> iv, std::span<const std::uint8_t> aad,
                 std::span<const std::uint8_t> plain, std::span<std::uint8_t> cipher,
                 std::span<std::uint8_t> tag);

    /// Decrypts; false if the tag does not match, and `plain` is then all zero.
    [[nodiscard]] bool decrypt(std::span<const std::uint8_t> iv, std::span<const std::uint8_t> aad,
                               std::span<const std::uint8_t> cipher, std::span<std::uint8_t> plain,
                               std::span<const std::uint8_t> tag);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace lookaside
