// SPDX-License-Identifier: Apache-2.0
#include "host/crypto/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "base/error.h"

namespace lookaside::crypto_api {
namespace {

template <typename Typed>
Typed& typed(Provider& provider, Algorithm algorithm) {
    auto* result = dynamic_cast<Typed*>(&provider);
    if (result == nullptr) {
        throw std::logic_error(fmt::format("{} asked for by the wrong type", name_of(algorithm)));
    }
    return *result;
}

}  // namespace

void Registry::add(Algorithm algorithm, std::string driver, int priority, Provider& provider) {
    entries_.push_back({algorithm, std::move(driver), priority, &provider});
}

SkcipherProvider& Registry::skcipher(Algorithm algorithm, const std::string& driver) const {
    return typed<SkcipherProvider>(*find(algorithm, driver).provider, algorithm);
}

AhashProvider& Registry::ahash(Algorithm algorithm, const std::string& driver) const {
    return typed<AhashProvider>(*find(algorithm, driver).provider, algorithm);
}

AeadProvider& Registry::aead(Algorithm algorithm, const std::string& driver) const {
    return typed<AeadProvider>(*find(algorithm, driver).provider, algorithm);
}

const std::string& Registry::driver_of(Algorithm algorithm) const {
    return find(algorithm, "").driver;
}

const Registry::Entry& Registry::find(Algorithm algorithm, const std::string& driver) const {
    const Entry* best = nullptr;
    for (const Entry& entry : entries_) {
        const bool fits =
            entry.algorithm == algorithm && (driver.empty() || entry.driver == driver);
        if (fits && (best == nullptr || entry.priority > best->priority)) {
            best = &entry;
        }
    }
    if (best == nullptr) {
        refuse(algorithm, driver);
    }
    return *best;
}

void Registry::refuse(Algorithm algorithm, const std::string& driver) const {
    std::string offers;
    for (const Entry& entry : entries_) {
        offers += fmt::format("{}{} by {}", offers.empty() ? "" : ", ", name_of(entry.algorithm),
                              entry.driver);
    }
    throw InputError(fmt::format("nobody offers {}{}{}; there is {}", name_of(algorithm),
                                 driver.empty() ? "" : " by ", driver,
                                 offers.empty() ? "no provider at all" : offers));
}

}  // namespace lookaside::crypto_api
