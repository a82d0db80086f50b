// SPDX-License-Identifier: Apache-2.0
// All that a CPU can encrypt and hash itself.
#pragma once

#include <memory>
#include <vector>

#include "host/crypto/registry.h"
#include "host/os/kernel.h"

namespace lookaside::crypto_api {

/// Offers every algorithm in every implementation that the CPU's profile prices for one key length
/// at least, as "cbc(aes)-generic" and "cbc(aes)-instructions". A key of a length without a price
/// throws InputError when it is used. Lives as long as the registry.
class SoftwareProviders {
  public:
    SoftwareProviders(os::Kernel& kernel, Registry& registry);

  private:
    std::vector<std::unique_ptr<Provider>> providers_;
};

}  // namespace lookaside::crypto_api
