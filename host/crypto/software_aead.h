// SPDX-License-Identifier: Apache-2.0
// AES-GCM on the host CPU: the synchronous provider that every Linux machine has.
#pragma once

#include <vector>

#include "base/aes_gcm.h"
#include "host/crypto/aead.h"
#include "host/os/kernel.h"

namespace lookaside::crypto_api {

/// Works in the caller's context and spends the CPU's price of AES-GCM there. Never queues, so
/// never answers in_progress, backlogged or refused.
class SoftwareAead : public AeadProvider {
  public:
    explicit SoftwareAead(os::Kernel& kernel,
                          os::Implementation implementation = os::Implementation::generic)
        : kernel_(kernel), implementation_(implementation) {}

    /// Any number of keys. Throws InputError for a key that is not 16 or 32 bytes long.
    KeyHandle set_key(std::span<const std::uint8_t> key) override;
    Submit submit(AeadRequest& request) override;
    /// Unlimited.
    Bytes max_payload() const override;

  private:
    struct Key {
        AesGcm cipher;
        os::CipherWork work;
    };

    os::Kernel& kernel_;
    const os::Implementation implementation_;
    std::vector<Key> keys_;
};

}  // namespace lookaside::crypto_api
