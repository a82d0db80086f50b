// SPDX-License-Identifier: Apache-2.0
// Published vectors through both engines in both design points.
#include <map>

#include "models/crypto/kat/rsp_lines.h"
#include "models/crypto/kat/runner.h"
#include "tests/support/catch.h"

#include <fstream>
#include <iterator>

using namespace lookaside::crypto;

namespace {

const std::string vectors = std::string(LOOKASIDE_SOURCE_DIR) + "/tests/vectors/";

template <typename Body>
void for_each_engine(Body body) {
    for (const AesGcmDesign design : {AesGcmDesign::iterative, AesGcmDesign::pipelined}) {
        body(*make_rtl_aes_gcm(design));
        body(*make_timed_aes_gcm(design));
    }
}

void check_file(const std::string& name, std::size_t count) {
    for_each_engine([&](Engine& engine) {
        INFO(name << " on " << engine.fidelity());
        const kat::Verdict verdict =
            kat::run_vectors(engine, kat::read_vector_file(vectors + name));
        for (const kat::Failure& failure : verdict.failures) {
            UNSCOPED_INFO(failure.name << " line " << failure.line << ": " << failure.what);
        }
        CHECK(verdict.failures.empty());
        CHECK(verdict.skipped.empty());
        CHECK(verdict.passed == count);
    });
}

}  // namespace

TEST_CASE("NIST CAVP: AES-128-GCM encryption") {
    check_file("nist_gcm_encrypt_128.rsp", 590);
}
TEST_CASE("NIST CAVP: AES-256-GCM encryption") {
    check_file("nist_gcm_encrypt_256.rsp", 590);
}
TEST_CASE("NIST CAVP: AES-128-GCM decryption, wrong tags among them") {
    check_file("nist_gcm_decrypt_128.rsp", 590);
}
TEST_CASE("NIST CAVP: AES-256-GCM decryption, wrong tags among them") {
    check_file("nist_gcm_decrypt_256.rsp", 590);
}

TEST_CASE("draft-mcgrew-gcm-test: AES-GCM as ESP uses it") {
    std::ifstream stream(vectors + "esp/esp_gcm_draft_mcgrew.rsp");
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    std::map<std::string, kat::ByteString> fields;
    kat::VectorFile file;
    for (const kat::RspLine& line : kat::rsp_lines(text)) {
        const bool bytes = line.name == "Key" || line.name == "Salt" || line.name == "IV" ||
                           line.name == "AAD" || line.name == "PT" || line.name == "CT" ||
                           line.name == "ICV";
        if (bytes) {
            fields[line.name] = kat::from_hex(line.value, line.name);
        }
        if (line.name != "ICV" || fields["Key"].size() == 24) {
            continue;
        }
        kat::ByteString nonce = fields["Salt"];
        nonce.insert(nonce.end(), fields["IV"].begin(), fields["IV"].end());
        file.vectors.push_back({.name = "line " + std::to_string(line.number),
                                .line = line.number,
                                .expectation = kat::Expectation::both,
                                .key = fields["Key"],
                                .iv = nonce,
                                .aad = fields["AAD"],
                                .plain = fields["PT"],
                                .cipher = fields["CT"],
                                .tag = fields["ICV"]});
    }
    for_each_engine([&](Engine& engine) {
        const kat::Verdict verdict = kat::run_vectors(engine, file);
        CHECK(verdict.failures.empty());
        CHECK(verdict.passed == 13);
    });
}
