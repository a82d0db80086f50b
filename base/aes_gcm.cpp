// SPDX-License-Identifier: Apache-2.0
#include "base/aes_gcm.h"

#include <openssl/evp.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace lookaside {
namespace {

void check(int openssl_result) {
    if (openssl_result != 1) {
        throw std::runtime_error("OpenSSL refused an AES-GCM operation");
    }
}

int length_of(std::span<const std::uint8_t> bytes) {
    return static_cast<int>(bytes.size());
}

using Context = std::unique_ptr<EVP_CIPHER_CTX, decltype(&EVP_CIPHER_CTX_free)>;

Context keyed_context(std::span<const std::uint8_t> key, bool encrypt) {
    const EVP_CIPHER* cipher = key.size() == 16 ? EVP_aes_128_gcm() : EVP_aes_256_gcm();
    Context context(EVP_CIPHER_CTX_new(), &EVP_CIPHER_CTX_free);
    check(EVP_CipherInit_ex(context.get(), cipher, nullptr, key.data(), nullptr, encrypt ? 1 : 0));
    return context;
}

void start(EVP_CIPHER_CTX* context, std::span<const std::uint8_t> iv,
           std::span<const std::uint8_t> aad) {
    if (EVP_CIPHER_CTX_get_iv_length(context) != length_of(iv)) {
        check(EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_IVLEN, length_of(iv), nullptr));
    }
    check(EVP_CipherInit_ex(context, nullptr, nullptr, nullptr, iv.data(), -1));
    int written = 0;
    if (!aad.empty()) {
        check(EVP_CipherUpdate(context, nullptr, &written, aad.data(), length_of(aad)));
    }
}

}  // namespace

struct AesGcm::State {
    Context encryptor;
    Context decryptor;
};

AesGcm::AesGcm(std::span<const std::uint8_t> key) {
    if (key.size() != 16 && key.size() != 32) {
        throw std::invalid_argument("an AES-GCM key is 16 or 32 bytes long");
    }
    state_ = std::make_unique<State>(State{keyed_context(key, true), keyed_context(key, false)});
}
AesGcm::~AesGcm() = default;
AesGcm::AesGcm(AesGcm&&) noexcept = default;
AesGcm& AesGcm::operator=(AesGcm&&) noexcept = default;

void AesGcm::encrypt(std::span<const std::uint8_t> iv, std::span<const std::uint8_t> aad,
                     std::span<const std::uint8_t> plain, std::span<std::uint8_t> cipher,
                     std::span<std::uint8_t> tag) {
    EVP_CIPHER_CTX* context = state_->encryptor.get();
    start(context, iv, aad);
    int written = 0;
    if (!plain.empty()) {
        check(EVP_CipherUpdate(context, cipher.data(), &written, plain.data(), length_of(plain)));
    }
    std::uint8_t none[16];
    check(EVP_CipherFinal_ex(context, none, &written));
    check(EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, length_of(tag), tag.data()));
}

bool AesGcm::decrypt(std::span<const std::uint8_t> iv, std::span<const std::uint8_t> aad,
                     std::span<const std::uint8_t> cipher, std::span<std::uint8_t> plain,
                     std::span<const std::uint8_t> tag) {
    EVP_CIPHER_CTX* context = state_->decryptor.get();
    start(context, iv, aad);
    int written = 0;
    if (!cipher.empty()) {
        check(EVP_CipherUpdate(context, plain.data(), &written, cipher.data(), length_of(cipher)));
    }
    std::vector<std::uint8_t> expected(tag.begin(), tag.end());
    check(EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, length_of(tag), expected.data()));
    std::uint8_t none[16];
    if (EVP_CipherFinal_ex(context, none, &written) == 1) {
        return true;
    }
    std::ranges::fill(plain, std::uint8_t{0});
    return false;
}

}  // namespace lookaside
