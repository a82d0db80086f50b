// SPDX-License-Identifier: Apache-2.0
// Digests and HMACs (crypto_ahash), of whole messages.
#pragma once

#include "host/crypto/request.h"

namespace lookaside::crypto_api {

/// One digest. A plain hash has no key, and `key` is not looked at.
struct AhashRequest : Request {
    std::span<const std::uint8_t> data;
    std::span<std::uint8_t> digest;
};

class AhashProvider : public Provider {
  public:
    /// Never blocks; callable from any context.
    virtual Submit submit(AhashRequest& request) = 0;
};

}  // namespace lookaside::crypto_api
