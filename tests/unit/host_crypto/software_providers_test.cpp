// SPDX-License-Identifier: Apache-2.0
// What the CPU encrypts and hashes is right by published vectors, and is paid for.
#include "host/crypto/software_providers.h"

#include <string>
#include <vector>

#include "base/error.h"
#include "base/hmac.h"
#include "tests/support/catch.h"
#include "tests/unit/esp/scripted_kernel.h"

using namespace lookaside;
using namespace lookaside::crypto_api;

namespace {

using ByteVector = std::vector<std::uint8_t>;

ByteVector hex(const std::string& digits) {
    ByteVector bytes;
    for (std::size_t i = 0; i < digits.size(); i += 2) {
        bytes.push_back(static_cast<std::uint8_t>(std::stoul(digits.substr(i, 2), nullptr, 16)));
    }
    return bytes;
}

ByteVector ascii(const std::string& text) {
    return {text.begin(), text.end()};
}

ByteVector joined(ByteVector first, const ByteVector& second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

/// A CPU that runs everything in generic code.
struct Cpu {
    Cpu() {
        for (auto& price : kernel.prices().ciphers[0]) {
            price = os::CipherPrice{};
        }
        providers.emplace(kernel, registry);
    }
    testing::ScriptedKernel kernel;
    Registry registry;
    std::optional<SoftwareProviders> providers;
};

/// Encrypts and decrypts again; returns the ciphertext.
ByteVector round_trip(Cpu& cpu, Algorithm algorithm, const ByteVector& key, const ByteVector& iv,
                      const ByteVector& plain) {
    SkcipherProvider& cipher = cpu.registry.skcipher(algorithm);
    ByteVector data = plain;
    ByteVector chain = iv;
    SkcipherRequest request;
    request.key = cipher.set_key(key);
    request.data = data;
    request.iv = chain;
    REQUIRE(cipher.submit(request) == Submit::done);
    const ByteVector encrypted = data;
    CHECK(std::equal(chain.begin(), chain.end(), encrypted.end() - std::ssize(chain)));
    chain = iv;
    request.direction = Direction::decrypt;
    REQUIRE(cipher.submit(request) == Submit::done);
    CHECK(data == plain);
    CHECK(std::equal(chain.begin(), chain.end(), encrypted.end() - std::ssize(chain)));
    return encrypted;
}

}  // namespace

TEST_CASE("AES-CBC agrees with NIST SP 800-38A F.2.1 and F.2.5") {
    Cpu cpu;
    const auto iv = hex("000102030405060708090a0b0c0d0e0f");
    const auto plain = hex("6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51");
    CHECK(round_trip(cpu, Algorithm::cbc_aes, hex("2b7e151628aed2a6abf7158809cf4f3c"), iv, plain) ==
          hex("7649abac8119b246cee98e9b12e9197d5086cb9b507219ee95db113a917678b2"));
    CHECK(round_trip(cpu, Algorithm::cbc_aes,
                     hex("603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4"), iv,
                     plain) ==
          hex("f58c4c04d6e5f1ba779eabfb5f7bfbd69cfc4e967edb808d679f777bc6702c7d"));
}

TEST_CASE("DES-CBC agrees with FIPS 81 appendix C") {
    Cpu cpu;
    CHECK(round_trip(cpu, Algorithm::cbc_des, hex("0123456789abcdef"), hex("1234567890abcdef"),
                     ascii("Now is the time for all ")) ==
          hex("e5c7cdde872bf27c43e934008c389c0f683788499a7c05f6"));
}

TEST_CASE("triple DES with one key three times is DES") {
    Cpu cpu;
    const auto key = hex("0123456789abcdef");
    CHECK(round_trip(cpu, Algorithm::cbc_des3_ede, joined(joined(key, key), key),
                     hex("1234567890abcdef"), ascii("Now is the time for all ")) ==
          hex("e5c7cdde872bf27c43e934008c389c0f683788499a7c05f6"));
}

TEST_CASE("HMAC agrees with RFC 2202 and RFC 4231") {
    Cpu cpu;
    const auto message = ascii("Hi There");
    const auto mac = [&](Algorithm algorithm, Bytes size) {
        AhashProvider& hash = cpu.registry.ahash(algorithm);
        ByteVector result(size);
        AhashRequest request;
        request.key = hash.set_key(ByteVector(20, 0x0b));
        request.data = message;
        request.digest = result;
        REQUIRE(hash.submit(request) == Submit::done);
        return result;
    };
    CHECK(mac(Algorithm::hmac_sha1, 20) == hex("b617318655057264e28bc0b6fb378c8ef146be00"));
    CHECK(mac(Algorithm::hmac_sha256, 32) ==
          hex("b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"));
    CHECK(mac(Algorithm::hmac_sha384, 48) ==
          hex("afd03944d84895626b0825f4ab46907f15f9dadbe4101ec682aa034c7cebc59c"
              "faea9ea9076ede7f4af152e8b2fa9cb6"));
}

TEST_CASE("authenc decrypts what it encrypted and nothing that was changed since") {
    Cpu cpu;
    AeadProvider& aead = cpu.registry.aead(Algorithm::authenc_hmac_sha1_cbc_aes);
    const ByteVector plain(64, 0x5a);
    const ByteVector iv(16, 7);
    const ByteVector aad(24, 9);
    ByteVector data = plain;
    ByteVector tag(12);
    AeadRequest request;
    request.key = aead.set_key(ByteVector(20 + 16, 3));
    request.iv = iv;
    request.aad = aad;
    request.payload = data;
    request.tag = tag;
    REQUIRE(aead.submit(request) == Submit::done);
    const ByteVector encrypted = data;
    CHECK(encrypted != plain);
    // RFC 2404: the tag is the leading 96 bits of the HMAC over what is sent.
    const auto mac = Hmac(HashFunction::sha1, ByteVector(20, 3)).mac(aad, encrypted);
    CHECK(std::equal(tag.begin(), tag.end(), mac.begin()));

    request.direction = Direction::decrypt;
    data[5] ^= 1U;
    CHECK(aead.submit(request) == Submit::bad_message);
    CHECK(data[6] == encrypted[6]);
    data = encrypted;
    REQUIRE(aead.submit(request) == Submit::done);
    CHECK(data == plain);
}

TEST_CASE("authenc pays for the cipher over the payload and for the HMAC over all of it") {
    Cpu cpu;
    AeadProvider& aead = cpu.registry.aead(Algorithm::authenc_hmac_sha256_cbc_aes);
    ByteVector data(1'488);
    const ByteVector iv(16);
    const ByteVector aad(24);
    ByteVector tag(16);
    AeadRequest request;
    request.key = aead.set_key(ByteVector(32 + 32));
    request.iv = iv;
    request.aad = aad;
    request.payload = data;
    request.tag = tag;
    REQUIRE(aead.submit(request) == Submit::done);
    CHECK(cpu.kernel.computed(os::CipherWork::aes_256_cbc_encrypt) == 1'488);
    CHECK(cpu.kernel.computed(os::CipherWork::sha256) == 1'488 + 24 + 32);
}

TEST_CASE("data that is not whole blocks is invalid") {
    Cpu cpu;
    SkcipherProvider& cipher = cpu.registry.skcipher(Algorithm::cbc_aes);
    ByteVector data(17);
    ByteVector iv(16);
    SkcipherRequest request;
    request.key = cipher.set_key(ByteVector(16));
    request.data = data;
    request.iv = iv;
    CHECK(cipher.submit(request) == Submit::invalid);
}

TEST_CASE("a key of a length the algorithm does not have is refused") {
    Cpu cpu;
    CHECK_THROWS_AS(cpu.registry.skcipher(Algorithm::cbc_aes).set_key(ByteVector(15)), InputError);
    CHECK_THROWS_AS(cpu.registry.aead(Algorithm::authenc_hmac_sha1_cbc_aes).set_key(ByteVector(16)),
                    InputError);
}

TEST_CASE("a CPU offers in instructions what its profile prices so, and prefers it") {
    testing::ScriptedKernel kernel;
    for (auto& price : kernel.prices().ciphers[0]) {
        price = os::CipherPrice{};
    }
    kernel.prices().ciphers[1][static_cast<std::size_t>(os::CipherWork::aes_128_gcm)] =
        os::CipherPrice{};
    Registry registry;
    const SoftwareProviders providers(kernel, registry);
    CHECK(registry.driver_of(Algorithm::gcm_aes) == "gcm(aes)-instructions");
    CHECK(registry.driver_of(Algorithm::cbc_aes) == "cbc(aes)-generic");
}
