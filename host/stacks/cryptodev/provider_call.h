// SPDX-License-Identifier: Apache-2.0
// Has a provider do an operation, and waits for it (crypto_wait_req() of Linux).
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>

#include "host/crypto/registry.h"
#include "host/os/kernel.h"
#include "host/stacks/cryptodev/operation.h"

namespace lookaside::cryptodev {

/// One key of one algorithm (a crypto_skcipher, crypto_ahash or crypto_aead). One caller at a time.
class ProviderCall {
  public:
    /// `driver`: empty for the provider of the highest priority. Process context: registers the
    /// key. Throws InputError if nobody offers the algorithm, or for a bad key.
    ProviderCall(os::Kernel& kernel, const crypto_api::Registry& registry,
                 crypto_api::Algorithm algorithm, std::span<const std::uint8_t> key,
                 const std::string& driver);

    /// Sleeps if the provider is asynchronous. Process context.
    Result run(const Operation& operation);

    crypto_api::AlgorithmType type() const { return type_; }

  private:
    using AnyProvider = std::variant<crypto_api::SkcipherProvider*, crypto_api::AhashProvider*,
                                     crypto_api::AeadProvider*>;

    AnyProvider find(const crypto_api::Registry& registry, crypto_api::Algorithm algorithm,
                     const std::string& driver) const;
    template <typename Provider, typename Request>
    Result wait(Provider& provider, Request& request);
    Outcome await(crypto_api::Submit answer);

    os::Kernel& kernel_;
    const crypto_api::AlgorithmType type_;
    AnyProvider provider_;
    crypto_api::KeyHandle key_ = 0;
    std::unique_ptr<os::Completion> done_;
    std::optional<crypto_api::Status> status_;
};

}  // namespace lookaside::cryptodev
