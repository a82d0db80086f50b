// SPDX-License-Identifier: Apache-2.0
// What the engine writes is what OpenSSL computes.
#include <openssl/evp.h>

#include "tests/rules/eip93/bench.h"
#include "tests/support/catch.h"

using namespace lookaside;
using namespace lookaside::test;

namespace {

Bytes8 openssl_cipher(const EVP_CIPHER* cipher, bool encrypt, const Bytes8& key, const Bytes8& iv,
                      const Bytes8& data) {
    EVP_CIPHER_CTX* context = EVP_CIPHER_CTX_new();
    Bytes8 out(data.size() + 16);
    int first = 0;
    int last = 0;
    EVP_CipherInit_ex(context, cipher, nullptr, key.data(), iv.empty() ? nullptr : iv.data(),
                      encrypt ? 1 : 0);
    EVP_CIPHER_CTX_set_padding(context, 0);
    EVP_CipherUpdate(context, out.data(), &first, data.data(), static_cast<int>(data.size()));
    EVP_CipherFinal_ex(context, out.data() + first, &last);
    EVP_CIPHER_CTX_free(context);
    out.resize(static_cast<std::size_t>(first + last));
    return out;
}

struct CipherCase {
    ds::Cipher cipher;
    ds::CipherMode mode;
    Bytes key;
    Bytes iv;
    Bytes block;
    const EVP_CIPHER* (*reference)();
};

}  // namespace

TEST_CASE("Ciphers give what OpenSSL gives in both directions") {
    using enum ds::CipherMode;
    const std::vector<CipherCase> cases{
        {ds::Cipher::aes, ecb, 16, 0, 16, EVP_aes_128_ecb},
        {ds::Cipher::aes, ecb, 24, 0, 16, EVP_aes_192_ecb},
        {ds::Cipher::aes, ecb, 32, 0, 16, EVP_aes_256_ecb},
        {ds::Cipher::aes, cbc, 16, 16, 16, EVP_aes_128_cbc},
        {ds::Cipher::aes, cbc, 24, 16, 16, EVP_aes_192_cbc},
        {ds::Cipher::aes, cbc, 32, 16, 16, EVP_aes_256_cbc},
        {ds::Cipher::aes, ctr, 16, 16, 1, EVP_aes_128_ctr},
        {ds::Cipher::aes, ctr, 24, 16, 1, EVP_aes_192_ctr},
        {ds::Cipher::aes, ctr, 32, 16, 1, EVP_aes_256_ctr},
        {ds::Cipher::triple_des, ecb, 24, 0, 8, EVP_des_ede3_ecb},
        {ds::Cipher::triple_des, cbc, 24, 8, 8, EVP_des_ede3_cbc},
    };
    EngineBench bench;
    bench.start();
    for (const CipherCase& each : cases) {
        for (const bool encrypt : {true, false}) {
            for (const Bytes blocks : {Bytes{1}, Bytes{3}, Bytes{4}, Bytes{93}}) {
                const Bytes size = blocks * each.block;
                const Bytes8 key = bench.random_bytes(each.key);
                Bytes8 iv = bench.random_bytes(each.iv);
                if (!iv.empty()) {
                    iv.back() = 0;  // the engine's counter has 32 bits
                }
                const Bytes8 data = bench.random_bytes(size);
                const std::uint32_t destination = bench.space(size);
                const auto result = bench.process(
                    {.source = bench.place(data),
                     .destination = destination,
                     .sa = bench.place(cipher_sa(each.cipher, each.mode, encrypt, key)),
                     .state = bench.place(iv_state(iv)),
                     .length = static_cast<std::uint32_t>(size)});
                CHECK((result.ctrl_stat & ds::ctrl_stat::error_mask) == 0);
                CHECK((result.length & ds::length::bytes_mask) == size);
                CHECK(bench.bytes_at(destination, size) ==
                      openssl_cipher(each.reference(), encrypt, key, iv, data));
            }
        }
    }
    CHECK(bench.engine.broken_rules().empty());
}
