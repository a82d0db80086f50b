// SPDX-License-Identifier: Apache-2.0
#include "base/sha256.h"

#include <openssl/evp.h>

#include <stdexcept>

namespace lookaside {
namespace {

void check_hash(int openssl_result) {
    if (openssl_result != 1) {
        throw std::runtime_error("OpenSSL refused a SHA-256 operation");
    }
}

}  // namespace

struct Sha256::State {
    std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context{EVP_MD_CTX_new(),
                                                                    &EVP_MD_CTX_free};
};

Sha256::Sha256() : state_(std::make_unique<State>()) {
    check_hash(EVP_DigestInit_ex(state_->context.get(), EVP_sha256(), nullptr));
}
Sha256::~Sha256() = default;
Sha256::Sha256(Sha256&&) noexcept = default;
Sha256& Sha256::operator=(Sha256&&) noexcept = default;

void Sha256::hash(std::span<const std::uint8_t> message,
                  std::span<std::uint8_t, digest_bytes> digest) {
    EVP_MD_CTX* context = state_->context.get();
    // Without a digest's name the context starts anew with the one it has, which looks nothing up.
    check_hash(EVP_DigestInit_ex(context, nullptr, nullptr));
    check_hash(EVP_DigestUpdate(context, message.data(), message.size()));
    check_hash(EVP_DigestFinal_ex(context, digest.data(), nullptr));
}

}  // namespace lookaside
