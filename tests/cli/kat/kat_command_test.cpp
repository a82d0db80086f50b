// SPDX-License-Identifier: Apache-2.0
// `lookaside kat` runs each file on the engine of its algorithm and says what it could not run.
#include "tests/cli/command.h"
#include "tests/support/catch.h"

using namespace lookaside::cli;
using Catch::Matchers::Contains;

namespace {

const std::string vectors = "$scenarios/../tests/vectors/";

}  // namespace

TEST_CASE("kat runs SHA-256 and AES-GCM files in one call, on every design point") {
    const Workplace work;
    for (const std::string options : {"", "--rounds=2", "--rounds=4 --engine=timed"}) {
        INFO(options);
        const auto result =
            work.run("$lookaside kat " + options + " " + vectors + "nist_sha256_short.rsp " +
                     vectors + "nist_gcm_encrypt_128.rsp");
        INFO(result.err);
        CHECK(result.status == 0);
        CHECK_THAT(result.out, Contains("nist_sha256_short.rsp: 65 passed, 0 failed, 0 skipped") &&
                                   Contains("nist_gcm_encrypt_128.rsp: 590 passed, 0 failed"));
    }
}

TEST_CASE("kat skips other hashes with the reason, and that is no failure") {
    const Workplace work;
    work.write("sha1.rsp", "[L = 20]\nLen = 0\nMsg = 00\nMD = da39a3ee\n");
    const auto result = work.run("$lookaside kat sha1.rsp");
    CHECK(result.status == 0);
    CHECK(result.out ==
          "sha1.rsp: 0 passed, 0 failed, 1 skipped\n    skipped 1: no engine offers SHA-1\n");
}

TEST_CASE("kat ends with status 1 if a digest differs, and names file and line") {
    const Workplace work;
    work.write("bad.rsp", "[L = 32]\nLen = 0\nMsg = 00\nMD = " + std::string(64, '0') + "\n");
    const auto result = work.run("$lookaside kat bad.rsp");
    CHECK(result.status == 1);
    CHECK_THAT(result.out, Contains("failed bad.rsp:2: Len = 0: the digest differs"));
}

TEST_CASE("kat refuses a number of rounds that no core has") {
    const Workplace work;
    const auto result = work.run("$lookaside kat --rounds=3 sha1.rsp");
    CHECK(result.status == 2);
    CHECK(result.complaints() == 1);
}
