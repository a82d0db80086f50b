// SPDX-License-Identifier: Apache-2.0
// What rtl/aes_gcm promises about cycles, keys, tags and the counter; on the Verilated core.
#include <openssl/evp.h>

#include "models/crypto/aes_gcm_cycles.h"
#include "models/crypto/job_key.h"
#include "tests/support/catch.h"
#include "tests/unit/crypto/counter_block.h"
#include "tests/unit/crypto/packets.h"

using namespace lookaside;
using namespace lookaside::crypto;

namespace {

/// Cycles of a packet whose key is already expanded.
Cycles packet_cycles(Engine& engine, Algorithm algorithm, std::size_t data_bytes) {
    const Packet packet = packet_of(algorithm, data_bytes);
    engine.run(packet.encryption());
    return engine.run(packet.encryption()).cycles;
}

}  // namespace

TEST_CASE("The iterative core takes 11 cycles a block for AES-128 and 15 for AES-256") {
    const auto engine = make_rtl_aes_gcm(AesGcmDesign::iterative);
    for (const auto& [algorithm, interval] :
         {std::pair{Algorithm::aes_128_gcm, Cycles{11}}, {Algorithm::aes_256_gcm, Cycles{15}}}) {
        for (std::size_t blocks = 1; blocks < 20; ++blocks) {
            REQUIRE(packet_cycles(*engine, algorithm, 16 * blocks + 16) -
                        packet_cycles(*engine, algorithm, 16 * blocks) ==
                    interval);
        }
    }
}

TEST_CASE("The pipelined core takes one cycle a block") {
    const auto engine = make_rtl_aes_gcm(AesGcmDesign::pipelined);
    for (const Algorithm algorithm : {Algorithm::aes_128_gcm, Algorithm::aes_256_gcm}) {
        REQUIRE(packet_cycles(*engine, algorithm, 1600) - packet_cycles(*engine, algorithm, 160) ==
                90);
    }
}

TEST_CASE("A packet costs the iterative core at most 30 cycles beside its blocks") {
    const auto engine = make_rtl_aes_gcm(AesGcmDesign::iterative);
    for (const std::size_t bytes : Lengths{1, 64, 320, 1120, 1500, 1968}) {
        const Cycles blocks = aes_gcm_blocks(bytes);
        REQUIRE(packet_cycles(*engine, Algorithm::aes_128_gcm, bytes) - 11 * blocks <= 30);
        REQUIRE(packet_cycles(*engine, Algorithm::aes_256_gcm, bytes) - 15 * blocks <= 30);
    }
}

TEST_CASE("A key is expanded once for many packets") {
    for (const AesGcmDesign design : {AesGcmDesign::iterative, AesGcmDesign::pipelined}) {
        const auto engine = make_rtl_aes_gcm(design);
        Packet packet = packet_of(Algorithm::aes_128_gcm, 64);
        const Cycles first = engine->run(packet.encryption()).cycles;
        const Cycles second = engine->run(packet.encryption()).cycles;
        REQUIRE(first == second + aes_gcm_key_cycles(design, packet.algorithm));

        packet.key.front() ^= 1;
        REQUIRE(engine->run(packet.encryption()).cycles == first);
        packet.key_id = 7;
        REQUIRE(engine->run(packet.encryption()).cycles == first);
        REQUIRE(engine->run(packet.encryption()).cycles == second);
    }
}

TEST_CASE("A wrong bit in tag, ciphertext, AAD or IV is refused without plaintext") {
    const auto engine = make_rtl_aes_gcm(AesGcmDesign::iterative);
    Packet packet = packet_of(Algorithm::aes_128_gcm, 77);
    const JobResult sealed = engine->run(packet.encryption());
    const auto refused = [&](const Packet& with, const JobResult& what) {
        const JobResult result = engine->run(decryption(with, what));
        return !result.authentic && result.data.empty() && result.tag.empty();
    };
    for (std::size_t bit = 0; bit < 8 * gcm_tag_bytes; ++bit) {
        JobResult forged = sealed;
        forged.tag[bit / 8] ^= static_cast<std::uint8_t>(1U << (bit % 8));
        REQUIRE(refused(packet, forged));
    }
    JobResult forged = sealed;
    forged.data.back() ^= 1;
    REQUIRE(refused(packet, forged));
    Packet other_aad = packet;
    other_aad.aad.back() ^= 1;
    REQUIRE(refused(other_aad, sealed));
    Packet other_iv = packet;
    other_iv.iv.back() ^= 1;
    REQUIRE(refused(other_iv, sealed));
    REQUIRE(engine->run(decryption(packet, sealed)).data == packet.data);
}

TEST_CASE("The counter wraps within its 32 bits and leaves the other 96 alone") {
    for (const AesGcmDesign design : {AesGcmDesign::iterative, AesGcmDesign::pipelined}) {
        const auto engine = make_rtl_aes_gcm(design);
        Packet packet = packet_of(Algorithm::aes_128_gcm, 64);
        // First counter ff..fe: the data's blocks use ff..ff, 0, 1, 2.
        const CounterBlock first = {1, 2,  3,  4,    5,    6,    7,    8,
                                    9, 10, 11, 0xff, 0xff, 0xff, 0xff, 0xfe};
        packet.iv = iv_for_first_counter(packet.key, first);
        const ByteString cipher = engine->run(packet.encryption()).data;

        for (std::uint8_t block = 0; block < 4; ++block) {
            CounterBlock counter = first;
            for (std::size_t i = 12; i < 16; ++i) {
                counter[i] = block == 0 ? 0xff : 0;
            }
            counter[15] = static_cast<std::uint8_t>(block - 1);
            const CounterBlock keystream = encrypt_block(packet.key, counter);
            for (std::size_t i = 0; i < 16; ++i) {
                const std::size_t at = 16 * block + i;
                REQUIRE((cipher[at] ^ packet.data[at]) == keystream[i]);
            }
        }
    }
}

TEST_CASE("A decryption may be as long as what the core can hold back, and no longer") {
    const auto rtl = make_rtl_aes_gcm(AesGcmDesign::pipelined);
    const auto timed = make_timed_aes_gcm(AesGcmDesign::pipelined);
    const Packet longest = packet_of(Algorithm::aes_128_gcm, aes_gcm_held_back_bytes);
    const JobResult sealed = rtl->run(longest.encryption());
    REQUIRE(rtl->run(decryption(longest, sealed)).data == longest.data);

    const Packet too_long = packet_of(Algorithm::aes_128_gcm, aes_gcm_held_back_bytes + 1);
    const JobResult sealed_too = rtl->run(too_long.encryption());
    REQUIRE_THROWS_AS(rtl->run(decryption(too_long, sealed_too)), std::invalid_argument);
    REQUIRE_THROWS_AS(timed->run(decryption(too_long, sealed_too)), std::invalid_argument);
}

TEST_CASE("A job that no AES-GCM core can run is an invalid argument for both engines") {
    for (const auto& engine :
         {make_rtl_aes_gcm(AesGcmDesign::iterative), make_timed_aes_gcm(AesGcmDesign::iterative)}) {
        Packet short_key = packet_of(Algorithm::aes_256_gcm, 16);
        short_key.key.resize(16);
        REQUIRE_THROWS_AS(engine->run(short_key.encryption()), std::invalid_argument);
        Packet no_iv = packet_of(Algorithm::aes_128_gcm, 16);
        no_iv.iv.clear();
        REQUIRE_THROWS_AS(engine->run(no_iv.encryption()), std::invalid_argument);
        const Packet packet = packet_of(Algorithm::aes_128_gcm, 16);
        JobResult sealed = engine->run(packet.encryption());
        sealed.tag.resize(3);
        REQUIRE_THROWS_AS(engine->run(decryption(packet, sealed)), std::invalid_argument);
    }
}
