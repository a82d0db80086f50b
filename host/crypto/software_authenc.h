// SPDX-License-Identifier: Apache-2.0
// A cipher and an HMAC together on the host CPU (crypto/authenc.c of Linux).
#pragma once

#include <vector>

#include "base/cbc_cipher.h"
#include "base/hmac.h"
#include "host/crypto/aead.h"
#include "host/crypto/algorithm.h"
#include "host/os/kernel.h"

namespace lookaside::crypto_api {

/// Encrypts, then authenticates; checks the tag before it decrypts. Works in the caller's context
/// and spends the CPU's prices of both passes there; answers done, bad_message or invalid.
class SoftwareAuthenc : public AeadProvider {
  public:
    /// `algorithm`: one of the authenc_* ones.
    SoftwareAuthenc(os::Kernel& kernel, Algorithm algorithm, os::Implementation implementation);

    KeyHandle set_key(std::span<const std::uint8_t> key) override;
    Submit submit(AeadRequest& request) override;
    /// Unlimited.
    Bytes max_payload() const override;

  private:
    struct Key {
        CbcCipher cipher;
        Hmac hmac;
        os::CipherWork encrypt;
        os::CipherWork decrypt;
    };

    std::vector<std::uint8_t> tag_of(Key& key, const AeadRequest& request);

    os::Kernel& kernel_;
    const Algorithm algorithm_;
    const Bytes digest_;
    const os::Implementation implementation_;
    std::vector<Key> keys_;
};

}  // namespace lookaside::crypto_api
