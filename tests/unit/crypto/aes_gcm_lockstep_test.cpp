// SPDX-License-Identifier: Apache-2.0
// The Verilated core and its timed twin agree in every byte and every cycle.
#include "tests/support/catch.h"
#include "tests/unit/crypto/packets.h"

using namespace lookaside;
using namespace lookaside::crypto;

namespace {

class Twins {
  public:
    explicit Twins(AesGcmDesign design)
        : design_(design), rtl_(make_rtl_aes_gcm(design)), timed_(make_timed_aes_gcm(design)) {}

    /// Encrypts, decrypts, and decrypts with a wrong tag; every step must agree.
    void check(const Packet& packet) {
        INFO(describe(design_, packet));
        const JobResult sealed = run(packet.encryption());
        REQUIRE(sealed.data.size() == packet.data.size());

        const JobResult opened = run(decryption(packet, sealed));
        REQUIRE(opened.authentic);
        REQUIRE(opened.data == packet.data);

        JobResult forged = sealed;
        forged.tag[packet.data.size() % gcm_tag_bytes] ^= 0x10;
        const JobResult refused = run(decryption(packet, forged));
        REQUIRE_FALSE(refused.authentic);
        REQUIRE(refused.data.empty());
    }

    JobResult run(const Job& job) {
        JobResult rtl = rtl_->run(job);
        const JobResult timed = timed_->run(job);
        REQUIRE(rtl.authentic == timed.authentic);
        REQUIRE(rtl.data == timed.data);
        REQUIRE(rtl.tag == timed.tag);
        REQUIRE(rtl.cycles == timed.cycles);
        return rtl;
    }

  private:
    AesGcmDesign design_;
    std::unique_ptr<Engine> rtl_;
    std::unique_ptr<Engine> timed_;
};

const auto designs = {AesGcmDesign::iterative, AesGcmDesign::pipelined};
const auto algorithms = {Algorithm::aes_128_gcm, Algorithm::aes_256_gcm};

template <typename Body>
void for_each_core(Body body) {
    for (const AesGcmDesign design : designs) {
        Twins twins(design);
        for (const Algorithm algorithm : algorithms) {
            body(twins, algorithm);
        }
    }
}

}  // namespace

TEST_CASE("Lockstep holds for every data length from 0 to 100 bytes and for large packets") {
    for_each_core([](Twins& twins, Algorithm algorithm) {
        for (std::size_t bytes = 0; bytes <= 100; ++bytes) {
            twins.check(packet_of(algorithm, bytes));
        }
        for (const std::size_t bytes : Lengths{320, 1120, 1499, 1500, 1968, 2048, 4096, 20'000}) {
            twins.check(packet_of(algorithm, bytes));
        }
    });
}

TEST_CASE("Lockstep holds for every AAD length from 0 to 70 bytes, with and without data") {
    for_each_core([](Twins& twins, Algorithm algorithm) {
        for (const std::size_t data : Lengths{0, 1, 16, 130}) {
            for (std::size_t aad = 0; aad <= 70; ++aad) {
                Packet packet = packet_of(algorithm, data);
                packet.aad = pattern(aad, 5);
                twins.check(packet);
            }
        }
        // AAD that takes longer to hash than the pipeline takes to fill.
        Packet packet = packet_of(algorithm, 500);
        packet.aad = pattern(1000, 5);
        twins.check(packet);
    });
}

TEST_CASE("Lockstep holds for every IV length from 1 to 70 bytes") {
    for_each_core([](Twins& twins, Algorithm algorithm) {
        for (const std::size_t data : Lengths{0, 100}) {
            for (std::size_t iv = 1; iv <= 70; ++iv) {
                Packet packet = packet_of(algorithm, data);
                packet.iv = pattern(iv, 6);
                twins.check(packet);
            }
        }
    });
}

TEST_CASE("Lockstep holds for every tag length from 4 to 16 bytes") {
    for_each_core([](Twins& twins, Algorithm algorithm) {
        const Packet packet = packet_of(algorithm, 50);
        const JobResult sealed = twins.run(packet.encryption());
        for (std::size_t bytes = 4; bytes <= gcm_tag_bytes; ++bytes) {
            JobResult cut = sealed;
            cut.tag.resize(bytes);
            REQUIRE(twins.run(decryption(packet, cut)).authentic);
            cut.tag.back() ^= 1;
            REQUIRE_FALSE(twins.run(decryption(packet, cut)).authentic);
        }
    });
}

TEST_CASE("Lockstep holds when keys and key sizes change between packets") {
    for (const AesGcmDesign design : designs) {
        Twins twins(design);
        for (std::uint32_t turn = 0; turn < 24; ++turn) {
            Packet packet = packet_of(
                turn % 3 == 0 ? Algorithm::aes_256_gcm : Algorithm::aes_128_gcm, 16 * turn);
            packet.key_id = turn / 4;
            packet.key = pattern(packet.key.size(), 100 + turn / 2);
            twins.check(packet);
        }
    }
}
