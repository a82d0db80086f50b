// SPDX-License-Identifier: Apache-2.0
// Block ciphers in CBC mode by OpenSSL: the golden reference, engines' bytes, the host's software.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

namespace lookaside {

enum class BlockCipher : std::uint8_t { aes, des, des3 };

/// CBC (NIST SP 800-38A) under one key: AES with 16, 24 or 32 bytes, DES with 8, triple DES (three
/// keys, encrypt-decrypt-encrypt) with 24. Keeps the expanded key between calls. Throws
/// std::invalid_argument for another key length and std::runtime_error if OpenSSL fails.
class CbcCipher {
  public:
    CbcCipher(BlockCipher cipher, std::span<const std::uint8_t> key);
    ~CbcCipher();
    CbcCipher(CbcCipher&&) noexcept;
    CbcCipher& operator=(CbcCipher&&) noexcept;

    /// `iv` is a block, `in` whole blocks; `out` is as long as `in` and may be the same memory.
    void encrypt(std::span<const std::uint8_t> iv, std::span<const std::uint8_t> in,
                 std::span<std::uint8_t> out);
    void decrypt(std::span<const std::uint8_t> iv, std::span<const std::uint8_t> in,
                 std::span<std::uint8_t> out);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace lookaside
