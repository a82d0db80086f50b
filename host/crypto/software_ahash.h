// SPDX-License-Identifier: Apache-2.0
// Hashes and HMACs on the host CPU.
#pragma once

#include <vector>

#include "base/hmac.h"
#include "host/crypto/ahash.h"
#include "host/crypto/algorithm.h"
#include "host/os/kernel.h"

namespace lookaside::crypto_api {

/// The hash function of a hash, HMAC or authenc algorithm.
HashFunction hash_function(Algorithm algorithm);

/// Occupies the CPU with an HMAC over `size` bytes: the message, and the outer hash over a digest.
void compute_hmac(os::Kernel& kernel, os::Implementation implementation, os::CipherWork hash,
                  Bytes size, Bytes digest);

/// Works in the caller's context and spends the CPU's price there; answers done or invalid.
class SoftwareAhash : public AhashProvider {
  public:
    SoftwareAhash(os::Kernel& kernel, Algorithm algorithm, os::Implementation implementation);

    /// Any length for an HMAC; throws InputError for a plain hash.
    KeyHandle set_key(std::span<const std::uint8_t> key) override;
    Submit submit(AhashRequest& request) override;
    /// Unlimited.
    Bytes max_payload() const override;

  private:
    os::Kernel& kernel_;
    const Algorithm algorithm_;
    const HashFunction function_;
    const bool keyed_;
    const os::Implementation implementation_;
    std::vector<Hmac> keys_;
};

}  // namespace lookaside::crypto_api
