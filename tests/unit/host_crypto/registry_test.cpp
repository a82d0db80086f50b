// SPDX-License-Identifier: Apache-2.0
// Who is chosen for an algorithm.
#include "host/crypto/registry.h"

#include "base/error.h"
#include "tests/support/catch.h"

using namespace lookaside;
using namespace lookaside::crypto_api;

namespace {

struct Cipher : SkcipherProvider {
    KeyHandle set_key(std::span<const std::uint8_t>) override { return 0; }
    Bytes max_payload() const override { return 0; }
    Submit submit(SkcipherRequest&) override { return Submit::done; }
};

}  // namespace

TEST_CASE("of several providers the one of the highest priority serves") {
    Registry registry;
    Cipher generic;
    Cipher engine;
    registry.add(Algorithm::cbc_aes, "cbc(aes)-generic", Priority::generic, generic);
    registry.add(Algorithm::cbc_aes, "cbc-aes-eip93", Priority::engine, engine);
    CHECK(&registry.skcipher(Algorithm::cbc_aes) == &engine);
    CHECK(registry.driver_of(Algorithm::cbc_aes) == "cbc-aes-eip93");
}

TEST_CASE("of equals the first to register serves") {
    Registry registry;
    Cipher first;
    Cipher second;
    registry.add(Algorithm::cbc_aes, "first", 300, first);
    registry.add(Algorithm::cbc_aes, "second", 300, second);
    CHECK(&registry.skcipher(Algorithm::cbc_aes) == &first);
}

TEST_CASE("a driver asked for by name serves whatever its priority is") {
    Registry registry;
    Cipher generic;
    Cipher engine;
    registry.add(Algorithm::cbc_aes, "cbc(aes)-generic", Priority::generic, generic);
    registry.add(Algorithm::cbc_aes, "cbc-aes-eip93", Priority::engine, engine);
    CHECK(&registry.skcipher(Algorithm::cbc_aes, "cbc(aes)-generic") == &generic);
}

TEST_CASE("an algorithm that nobody offers is refused with what there is") {
    Registry registry;
    Cipher engine;
    registry.add(Algorithm::cbc_aes, "cbc-aes-eip93", Priority::engine, engine);
    CHECK_THROWS_WITH(registry.aead(Algorithm::gcm_aes),
                      "nobody offers gcm(aes); there is cbc(aes) by cbc-aes-eip93");
    CHECK_THROWS_WITH(registry.skcipher(Algorithm::cbc_aes, "cbc-aes-sec"),
                      "nobody offers cbc(aes) by cbc-aes-sec; there is cbc(aes) by cbc-aes-eip93");
}
