// SPDX-License-Identifier: Apache-2.0
// Who offers which algorithm (crypto_register_alg, crypto_alloc_*).
#pragma once

#include <string>
#include <vector>

#include "host/crypto/aead.h"
#include "host/crypto/ahash.h"
#include "host/crypto/algorithm.h"
#include "host/crypto/skcipher.h"

namespace lookaside::crypto_api {

/// Linux's priorities: generic C code 100, SIMD and instructions 300 to 500, engines above.
struct Priority {
    static constexpr int generic = 100;
    static constexpr int instructions = 400;
    static constexpr int engine = 1500;
};

/// Providers by algorithm. Of several, the one of the highest priority is chosen, the first to
/// register among equals; a driver's name chooses that one, as in Linux. The providers must outlive
/// the registry.
class Registry {
  public:
    /// `driver` is the name it can be asked for by, "cbc-aes-eip93".
    void add(Algorithm algorithm, std::string driver, int priority, Provider& provider);

    /// Throw InputError if nobody offers the algorithm (or not by that driver); the message names
    /// who offers what.
    SkcipherProvider& skcipher(Algorithm algorithm, const std::string& driver = "") const;
    AhashProvider& ahash(Algorithm algorithm, const std::string& driver = "") const;
    AeadProvider& aead(Algorithm algorithm, const std::string& driver = "") const;

    /// The driver that would be chosen, for reports.
    const std::string& driver_of(Algorithm algorithm) const;

  private:
    struct Entry {
        Algorithm algorithm;
        std::string driver;
        int priority;
        Provider* provider;
    };

    const Entry& find(Algorithm algorithm, const std::string& driver) const;
    [[noreturn]] void refuse(Algorithm algorithm, const std::string& driver) const;

    std::vector<Entry> entries_;
};

}  // namespace lookaside::crypto_api
