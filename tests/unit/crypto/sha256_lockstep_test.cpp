// SPDX-License-Identifier: Apache-2.0
// The Verilated SHA-256 core and its timed twin agree in every byte and every cycle.
#include "base/random.h"
#include "models/crypto/sha256_cycles.h"
#include "tests/support/catch.h"
#include "tests/unit/crypto/packets.h"
#include "tests/unit/crypto/sha256_designs.h"

using namespace lookaside;
using namespace lookaside::crypto;

namespace {

class Twins {
  public:
    explicit Twins(Sha256Design design)
        : design_(design), rtl_(make_rtl_sha256(design)), timed_(make_timed_sha256(design)) {}

    void check(const ByteString& message) {
        INFO(describe(design_) << ", " << message.size() << " bytes");
        const JobResult rtl = rtl_->run(hash_job(message));
        const JobResult timed = timed_->run(hash_job(message));
        REQUIRE(rtl.data == timed.data);
        REQUIRE(rtl.cycles == timed.cycles);
    }

  private:
    Sha256Design design_;
    std::unique_ptr<Engine> rtl_;
    std::unique_ptr<Engine> timed_;
};

}  // namespace

TEST_CASE("SHA-256 lockstep holds for every length from 0 to 200 bytes") {
    for (const Sha256Design design : sha256_designs) {
        Twins twins(design);
        for (std::size_t bytes = 0; bytes <= 200; ++bytes) {
            twins.check(pattern(bytes, 1));
        }
    }
}

TEST_CASE("SHA-256 lockstep holds for random messages of up to 8 KB") {
    for (const Sha256Design design : sha256_designs) {
        Twins twins(design);
        Random random(11);
        for (int i = 0; i < 100; ++i) {
            ByteString message(random.below(8193));
            random.fill(message);
            twins.check(message);
        }
        twins.check(pattern(8192, 2));
    }
}
