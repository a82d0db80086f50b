// SPDX-License-Identifier: Apache-2.0
#include "base/hmac.h"

#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/params.h>

#include <array>
#include <stdexcept>
#include <string>

namespace lookaside {
namespace {

void check_mac(int openssl_result) {
    if (openssl_result != 1) {
        throw std::runtime_error("OpenSSL refused a hash or HMAC operation");
    }
}

const EVP_MD* message_digest(HashFunction function) {
    switch (function) {
        case HashFunction::md5:
            return EVP_md5();
        case HashFunction::sha1:
            return EVP_sha1();
        case HashFunction::sha224:
            return EVP_sha224();
        case HashFunction::sha256:
            return EVP_sha256();
        case HashFunction::sha384:
            break;
    }
    return EVP_sha384();
}

}  // namespace

Bytes digest_bytes(HashFunction function) {
    return static_cast<Bytes>(EVP_MD_get_size(message_digest(function)));
}

std::vector<std::uint8_t> digest(HashFunction function, std::span<const std::uint8_t> message) {
    std::vector<std::uint8_t> result(digest_bytes(function));
    check_mac(EVP_Digest(message.data(), message.size(), result.data(), nullptr,
                         message_digest(function), nullptr));
    return result;
}

struct Hmac::State {
    State(HashFunction function, std::span<const std::uint8_t> key)
        : bytes(digest_bytes(function)) {
        std::string name = EVP_MD_get0_name(message_digest(function));
        const std::array<OSSL_PARAM, 2> parameters = {
            OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, name.data(), 0),
            OSSL_PARAM_construct_end()};
        check_mac(EVP_MAC_init(context.get(), key.data(), key.size(), parameters.data()));
    }

    Bytes bytes;
    std::unique_ptr<EVP_MAC, decltype(&EVP_MAC_free)> hmac{EVP_MAC_fetch(nullptr, "HMAC", nullptr),
                                                           &EVP_MAC_free};
    std::unique_ptr<EVP_MAC_CTX, decltype(&EVP_MAC_CTX_free)> context{EVP_MAC_CTX_new(hmac.get()),
                                                                      &EVP_MAC_CTX_free};
};

Hmac::Hmac(HashFunction function, std::span<const std::uint8_t> key)
    : state_(std::make_unique<State>(function, key)) {}
Hmac::~Hmac() = default;
Hmac::Hmac(Hmac&&) noexcept = default;
Hmac& Hmac::operator=(Hmac&&) noexcept = default;

std::vector<std::uint8_t> Hmac::mac(std::span<const std::uint8_t> first,
                                    std::span<const std::uint8_t> second) {
    EVP_MAC_CTX* context = state_->context.get();
    check_mac(EVP_MAC_init(context, nullptr, 0, nullptr));  // anew, under the key it has
    check_mac(EVP_MAC_update(context, first.data(), first.size()));
    check_mac(EVP_MAC_update(context, second.data(), second.size()));
    std::vector<std::uint8_t> result(state_->bytes);
    std::size_t written = 0;
    check_mac(EVP_MAC_final(context, result.data(), &written, result.size()));
    return result;
}

}  // namespace lookaside
