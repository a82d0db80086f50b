// SPDX-License-Identifier: Apache-2.0
// NIST's SHA-256 vectors through both engines in every design point.
#include "models/crypto/kat/runner.h"
#include "tests/support/catch.h"
#include "tests/unit/crypto/sha256_designs.h"

using namespace lookaside::crypto;

namespace {

void check_file(const std::string& name, std::size_t count) {
    const kat::VectorFile file =
        kat::read_vector_file(std::string(LOOKASIDE_SOURCE_DIR) + "/tests/vectors/" + name);
    for (const Sha256Design design : sha256_designs) {
        for (const auto& engine : {make_rtl_sha256(design), make_timed_sha256(design)}) {
            INFO(name << " on " << engine->fidelity() << ", " << describe(design));
            const kat::Verdict verdict = kat::run_hash_vectors(*engine, file);
            for (const kat::Failure& failure : verdict.failures) {
                UNSCOPED_INFO(failure.name << " line " << failure.line << ": " << failure.what);
            }
            CHECK(verdict.failures.empty());
            CHECK(verdict.skipped.empty());
            CHECK(verdict.passed == count);
        }
    }
}

}  // namespace

TEST_CASE("NIST CAVP: SHA-256 of short messages") {
    check_file("nist_sha256_short.rsp", 65);
}
TEST_CASE("NIST CAVP: SHA-256 of long messages") {
    check_file("nist_sha256_long.rsp", 64);
}
TEST_CASE("NIST CAVP: SHA-256 Monte Carlo") {
    check_file("nist_sha256_monte.rsp", 100);
}
