// SPDX-License-Identifier: Apache-2.0
// The readers of known-answer files: what is counted, what is skipped, what is an error.
#include "base/error.h"
#include "models/crypto/kat/runner.h"
#include "models/crypto/kat/vector.h"
#include "tests/support/catch.h"

using namespace lookaside;
using namespace lookaside::crypto;
using Catch::Matchers::Contains;

namespace {

const std::string vectors = std::string(LOOKASIDE_SOURCE_DIR) + "/tests/vectors/";

const std::string gcm_head =
    "[Keylen = 128]\r\n[IVlen = 96]\r\n[PTlen = 8]\r\n[AADlen = 0]\r\n[Taglen = 128]\r\n\r\n";
const std::string gcm_vector =
    "Count = 0\r\nKey = 00000000000000000000000000000000\r\nIV = 000000000000000000000000\r\n"
    "PT = 00\r\nAAD = \r\nCT = 03\r\nTag = 00000000000000000000000000000000\r\n";

}  // namespace

TEST_CASE("A file of another hash is skipped, every digest counted") {
    const std::string vector = "Len = 8\nMsg = 61\nMD = 00\n";
    const auto file = kat::read_cavp("[L = 20]\n" + vector + vector, "x.rsp");
    REQUIRE(file.hashes.empty());
    REQUIRE(file.skipped.size() == 1);
    CHECK(file.skipped[0].count == 2);
    CHECK(file.skipped[0].reason == "no engine offers SHA-1");
}

TEST_CASE("A message of other than whole bytes is skipped with the reason") {
    const auto file =
        kat::read_cavp("[L = 32]\nLen = 5\nMsg = 68\nMD = " + std::string(64, '0'), "x.rsp");
    REQUIRE(file.skipped.size() == 1);
    CHECK(file.skipped[0].reason == "the engine hashes whole bytes only");
}

TEST_CASE("A SHA-256 vector with a wrong digest fails and is named with its line") {
    const auto engine = make_timed_sha256(Sha256Design::one_round);
    const std::string zeros(64, '0');
    const auto message = kat::run_hash_vectors(
        *engine, kat::read_cavp("[L = 32]\n\nLen = 0\nMsg = 00\nMD = " + zeros, "x.rsp"));
    REQUIRE(message.failures.size() == 1);
    CHECK(message.failures[0].name == "Len = 0");
    CHECK(message.failures[0].line == 3);
    CHECK(message.failures[0].what == "the digest differs");

    const auto monte_carlo = kat::run_hash_vectors(
        *engine, kat::read_cavp("[L = 32]\nSeed = " + zeros + "\nCOUNT = 0\nMD = " + zeros, "x"));
    REQUIRE(monte_carlo.failures.size() == 1);
    CHECK(monte_carlo.failures[0].name == "COUNT = 0");
}

TEST_CASE("Malformed SHA files are input errors that name the line") {
    const auto read = [](const std::string& text) {
        return kat::read_cavp("[L = 32]\n" + text, "x.rsp");
    };
    const std::string digest = "MD = " + std::string(64, '0') + "\n";
    CHECK_THROWS_WITH(read("Len = 8\nMsg = 6\n"), Contains("x.rsp:3: '6'"));
    CHECK_THROWS_WITH(read("Len = long\n"), Contains("x.rsp:2: 'long' is not a length"));
    CHECK_THROWS_WITH(read("Len = 8\nMsg = 61\nMD = 00\n"), Contains("x.rsp:4: 'MD' does not"));
    CHECK_THROWS_WITH(read("Len = 16\nMsg = 61\n" + digest), Contains("x.rsp:2: 'Msg' does not"));
    CHECK_THROWS_WITH(read("Msg = 61\n" + digest), Contains("x.rsp:3: 'MD' stands before"));
    CHECK_THROWS_WITH(read("Colour = 00\n"), Contains("x.rsp:2: unknown field 'Colour'"));
}

TEST_CASE("A Wycheproof file is read by its results and key sizes") {
    const auto file = kat::read_vector_file(vectors + "wycheproof_aes_gcm_sample.json");
    const auto engine = make_rtl_aes_gcm(AesGcmDesign::iterative);
    const kat::Verdict verdict = kat::run_vectors(*engine, file);
    CHECK(verdict.failures.empty());
    CHECK(verdict.passed == 6);
    REQUIRE(verdict.skipped.size() == 1);
    CHECK(verdict.skipped[0].count == 1);
    CHECK(verdict.skipped[0].reason == "no engine offers AES-192");
}

TEST_CASE("A vector with a wrong answer fails and is named with its line") {
    const auto engine = make_timed_aes_gcm(AesGcmDesign::iterative);
    const kat::Verdict verdict =
        kat::run_vectors(*engine, kat::read_cavp(gcm_head + gcm_vector, "x.rsp"));
    REQUIRE(verdict.failures.size() == 1);
    CHECK(verdict.failures[0].name == "Count = 0");
    CHECK(verdict.failures[0].line == 7);
    CHECK(verdict.failures[0].what == "the tag differs");
}

TEST_CASE("Malformed vector files are input errors that name the line") {
    const auto read = [](const std::string& text) { return kat::read_cavp(text, "x.rsp"); };
    CHECK_THROWS_WITH(read("[ENCRYPT]\nCOUNT = 0\n"), Contains("x.rsp:1: unknown format"));
    CHECK_THROWS_WITH(read(""), Contains("x.rsp:1: unknown format"));
    CHECK_THROWS_WITH(read(gcm_head + "Count = 0\nKey = 0g\n"), Contains("x.rsp:8: '0g'"));
    CHECK_THROWS_WITH(read(gcm_head + "Count = 0\nKey = 00\n"), Contains("x.rsp:7: 'Key' does"));
    CHECK_THROWS_WITH(read(gcm_head + "Key = 00\n"), Contains("before the vector's 'Count = '"));
    CHECK_THROWS_WITH(read(gcm_head + gcm_vector.substr(0, gcm_vector.find("Tag"))),
                      Contains("x.rsp:7: the vector has no 'Tag'"));
    CHECK_THROWS_WITH(read(gcm_head + gcm_vector + "Colour = 00\n"),
                      Contains("x.rsp:14: unknown field 'Colour'"));
    CHECK_THROWS_WITH(read("[Keylen = many]\n"), Contains("x.rsp:1: 'many' is not a length"));
    CHECK_THROWS_AS(kat::read_vector_file(vectors + "missing.rsp"), InputError);
    CHECK_THROWS_AS(kat::read_vector_file(vectors), InputError);
}

TEST_CASE("Malformed Wycheproof files are input errors that name the line") {
    const auto read = [](const std::string& text) { return kat::read_wycheproof(text, "x.json"); };
    CHECK_THROWS_WITH(read("{\n\"algorithm\": \n}"), Contains("x.json:3: not well-formed"));
    CHECK_THROWS_WITH(read("{}"), Contains("x.json:1: there is no 'algorithm'"));
    CHECK_THROWS_WITH(read(R"({"algorithm": "AES-GCM"})"), Contains("no 'testGroups'"));
    CHECK_THROWS_WITH(
        read("{\"algorithm\": \"AES-GCM\", \"testGroups\": [{\"keySize\": 128, \"tagSize\": 128,\n"
             "\"tests\": [\n{\"tcId\": 1, \"result\": \"maybe\"}]}]}"),
        Contains("x.json:3: result 'maybe'"));
}

TEST_CASE("A Wycheproof file of another algorithm is skipped with the reason") {
    const auto file = kat::read_wycheproof(
        R"({"algorithm": "AES-CCM", "testGroups": [{"tests": [{"tcId": 1}, {"tcId": 2}]}]})", "x");
    REQUIRE(file.skipped.size() == 1);
    CHECK(file.skipped[0].count == 2);
    CHECK(file.skipped[0].reason == "no engine offers AES-CCM");
}
