// SPDX-License-Identifier: Apache-2.0
#include "base/cbc_cipher.h"

#include <openssl/evp.h>

#include <stdexcept>
#include <vector>

namespace lookaside {
namespace {

void check_cbc(int openssl_result) {
    if (openssl_result != 1) {
        throw std::runtime_error("OpenSSL refused a CBC operation");
    }
}

const EVP_CIPHER* cipher_for(BlockCipher cipher, std::size_t key_bytes) {
    switch (cipher) {
        case BlockCipher::aes:
            switch (key_bytes) {
                case 16:
                    return EVP_aes_128_cbc();
                case 24:
                    return EVP_aes_192_cbc();
                case 32:
                    return EVP_aes_256_cbc();
                default:
                    throw std::invalid_argument("an AES key is 16, 24 or 32 bytes long");
            }
        case BlockCipher::des:
            if (key_bytes != 8) {
                throw std::invalid_argument("a DES key is 8 bytes long");
            }
            break;
        case BlockCipher::des3:
            if (key_bytes != 24) {
                throw std::invalid_argument("a triple-DES key is 24 bytes long");
            }
            break;
    }
    return EVP_des_ede3_cbc();
}

/// Triple DES with one key three times is DES, which OpenSSL 3 only has in its legacy provider.
std::vector<std::uint8_t> openssl_key(BlockCipher cipher, std::span<const std::uint8_t> key) {
    std::vector<std::uint8_t> result(key.begin(), key.end());
    if (cipher == BlockCipher::des) {
        result.insert(result.end(), key.begin(), key.end());
        result.insert(result.end(), key.begin(), key.end());
    }
    return result;
}

using CbcContext = std::unique_ptr<EVP_CIPHER_CTX, decltype(&EVP_CIPHER_CTX_free)>;

CbcContext cbc_context(BlockCipher cipher, std::span<const std::uint8_t> key, bool encrypt) {
    CbcContext context(EVP_CIPHER_CTX_new(), &EVP_CIPHER_CTX_free);
    check_cbc(EVP_CipherInit_ex(context.get(), cipher_for(cipher, key.size()), nullptr,
                                openssl_key(cipher, key).data(), nullptr, encrypt ? 1 : 0));
    check_cbc(EVP_CIPHER_CTX_set_padding(context.get(), 0));
    return context;
}

void run(EVP_CIPHER_CTX* context, std::span<const std::uint8_t> iv,
         std::span<const std::uint8_t> in, std::span<std::uint8_t> out) {
    check_cbc(EVP_CipherInit_ex(context, nullptr, nullptr, nullptr, iv.data(), -1));
    int written = 0;
    check_cbc(
        EVP_CipherUpdate(context, out.data(), &written, in.data(), static_cast<int>(in.size())));
    if (static_cast<std::size_t>(written) != in.size()) {
        throw std::invalid_argument("CBC takes whole blocks");
    }
}

}  // namespace

struct CbcCipher::State {
    CbcContext encryptor;
    CbcContext decryptor;
};

CbcCipher::CbcCipher(BlockCipher cipher, std::span<const std::uint8_t> key)
    : state_(std::make_unique<State>(
          State{cbc_context(cipher, key, true), cbc_context(cipher, key, false)})) {}
CbcCipher::~CbcCipher() = default;
CbcCipher::CbcCipher(CbcCipher&&) noexcept = default;
CbcCipher& CbcCipher::operator=(CbcCipher&&) noexcept = default;

void CbcCipher::encrypt(std::span<const std::uint8_t> iv, std::span<const std::uint8_t> in,
                        std::span<std::uint8_t> out) {
    run(state_->encryptor.get(), iv, in, out);
}

void CbcCipher::decrypt(std::span<const std::uint8_t> iv, std::span<const std::uint8_t> in,
                        std::span<std::uint8_t> out) {
    run(state_->decryptor.get(), iv, in, out);
}

}  // namespace lookaside
