// SPDX-License-Identifier: Apache-2.0
// Block ciphers in CBC mode on the host CPU.
#pragma once

#include <vector>

#include "base/cbc_cipher.h"
#include "host/crypto/algorithm.h"
#include "host/crypto/skcipher.h"
#include "host/os/kernel.h"

namespace lookaside::crypto_api {

/// What a cipher of this key costs; AES-192 has no price of its own and throws InputError.
os::CipherWork cipher_work(BlockCipher cipher, std::size_t key_bytes, Direction direction);

/// Works in the caller's context and spends the CPU's price there; answers done or invalid.
class SoftwareSkcipher : public SkcipherProvider {
  public:
    /// `algorithm`: cbc_aes, cbc_des or cbc_des3_ede.
    SoftwareSkcipher(os::Kernel& kernel, Algorithm algorithm, os::Implementation implementation);

    KeyHandle set_key(std::span<const std::uint8_t> key) override;
    Submit submit(SkcipherRequest& request) override;
    /// Unlimited.
    Bytes max_payload() const override;

  private:
    struct Key {
        CbcCipher cipher;
        os::CipherWork encrypt;
        os::CipherWork decrypt;
    };

    os::Kernel& kernel_;
    const BlockCipher cipher_;
    const Bytes block_;
    const os::Implementation implementation_;
    std::vector<Key> keys_;
};

}  // namespace lookaside::crypto_api
