// SPDX-License-Identifier: Apache-2.0
// What rtl/sha256 promises about cycles, and which jobs its engines take.
#include "models/crypto/sha256_cycles.h"
#include "tests/support/catch.h"
#include "tests/unit/crypto/packets.h"
#include "tests/unit/crypto/sha256_designs.h"

using namespace lookaside;
using namespace lookaside::crypto;

TEST_CASE("A block of 64 bytes takes 65, 33 or 17 cycles") {
    constexpr std::array<Cycles, 3> interval = {65, 33, 17};
    for (std::size_t i = 0; i < sha256_designs.size(); ++i) {
        const auto engine = make_rtl_sha256(sha256_designs[i]);
        const auto cycles = [&engine](std::size_t bytes) {
            return engine->run(hash_job(pattern(bytes, 1))).cycles;
        };
        for (std::size_t blocks = 0; blocks < 20; ++blocks) {
            REQUIRE(cycles(64 * blocks + 64) - cycles(64 * blocks) == interval[i]);
        }
    }
}

TEST_CASE("A message of 55 bytes fits into one block with its padding, one of 56 takes two") {
    for (const Sha256Design design : sha256_designs) {
        const auto engine = make_rtl_sha256(design);
        const Cycles shortest = engine->run(hash_job({})).cycles;
        REQUIRE(engine->run(hash_job(pattern(55, 1))).cycles == shortest);
        REQUIRE(engine->run(hash_job(pattern(56, 1))).cycles ==
                shortest + sha256_block_cycles(design));
    }
}

TEST_CASE("A digest does not depend on the messages before it") {
    for (const Sha256Design design : sha256_designs) {
        const auto fresh = make_rtl_sha256(design);
        const auto used = make_rtl_sha256(design);
        used->run(hash_job(pattern(1000, 1)));
        used->run(hash_job({}));
        const ByteString message = pattern(100, 2);
        REQUIRE(fresh->run(hash_job(message)).data == used->run(hash_job(message)).data);
    }
}

TEST_CASE("A job that is not data alone, to be hashed, is an invalid argument for both engines") {
    const ByteString bytes = pattern(16, 1);
    for (const auto& engine :
         {make_rtl_sha256(Sha256Design::one_round), make_timed_sha256(Sha256Design::one_round)}) {
        Job cipher = hash_job(bytes);
        cipher.algorithm = Algorithm::aes_128_gcm;
        REQUIRE_THROWS_AS(engine->run(cipher), std::invalid_argument);
        Job keyed = hash_job(bytes);
        keyed.key = bytes;
        REQUIRE_THROWS_AS(engine->run(keyed), std::invalid_argument);
        REQUIRE(engine->run(hash_job(bytes)).data.size() == sha256_digest_bytes);
    }
}
