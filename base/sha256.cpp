// SPDX-License-Identifier: Apache-2.0
#include "base/sha256.h"

#include <openssl/evp.h>

#include <stdexcept>

namespace lookaside {

struct Sha256::State {
    std::unique_ptr<EVP_MD, decltype(&EVP_MD_free)> algorithm{
        EVP_MD_fetch(nullptr, "SHA256", nullptr), &EVP_MD_free};
    std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context{EVP_MD_CTX_new(),
                                                                    &EVP_MD_CTX_free};
};

Sha256::Sha256() : state_(std::make_unique<State>()) {}
Sha256::~Sha256() = default;
Sha256::Sha256(Sha256&&) noexcept = default;
Sha256& Sha256::operator=(Sha256&&) noexcept = default;

Sha256Digest Sha256::digest(std::span<const std::uint8_t> message) {
    Sha256Digest digest;
    EVP_MD_CTX* context = state_->context.get();
    if (EVP_DigestInit_ex2(context, state_->algorithm.get(), nullptr) != 1 ||
        EVP_DigestUpdate(context, message.data(), message.size()) != 1 ||
        EVP_DigestFinal_ex(context, digest.data(), nullptr) != 1) {
        throw std::runtime_error("OpenSSL refused a SHA-256 operation");
    }
    return digest;
}

}  // namespace lookaside
