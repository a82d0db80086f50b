// SPDX-License-Identifier: Apache-2.0
#include "base/cipher_stream.h"

#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <stdexcept>

namespace lookaside {
namespace {

void check_cipher(int openssl_result) {
    if (openssl_result != 1) {
        throw std::runtime_error("OpenSSL refused a block cipher operation");
    }
}

const EVP_CIPHER* aes(BlockMode mode, Bytes key_length) {
    const std::size_t column = (key_length - 16) / 8;
    switch (mode) {
        case BlockMode::ecb:
            return std::array{EVP_aes_128_ecb, EVP_aes_192_ecb, EVP_aes_256_ecb}[column]();
        case BlockMode::cbc:
            return std::array{EVP_aes_128_cbc, EVP_aes_192_cbc, EVP_aes_256_cbc}[column]();
        case BlockMode::ctr:
            break;
    }
    return std::array{EVP_aes_128_ctr, EVP_aes_192_ctr, EVP_aes_256_ctr}[column]();
}

const EVP_CIPHER* cipher_of(BlockAlgorithm algorithm, BlockMode mode, Bytes key_length) {
    if (algorithm == BlockAlgorithm::aes) {
        return aes(mode, key_length);
    }
    return mode == BlockMode::cbc ? EVP_des_ede3_cbc() : EVP_des_ede3_ecb();
}

/// DES is 3DES with one key three times (NIST SP 800-67, section 3.1); OpenSSL 3 has single DES in
/// its legacy provider only.
std::vector<std::uint8_t> key_of(BlockAlgorithm algorithm, std::span<const std::uint8_t> key) {
    std::vector<std::uint8_t> bytes(key.begin(), key.end());
    for (int i = 1; algorithm == BlockAlgorithm::des && i < 3; ++i) {
        bytes.insert(bytes.end(), key.begin(), key.end());
    }
    return bytes;
}

void add_to_counter(std::span<std::uint8_t> block, std::uint64_t blocks) {
    for (std::size_t i = block.size(); i-- > 0 && blocks != 0;) {
        blocks += block[i];
        block[i] = static_cast<std::uint8_t>(blocks);
        blocks >>= 8;
    }
}

}  // namespace

bool is_key_length(BlockAlgorithm algorithm, Bytes length) {
    switch (algorithm) {
        case BlockAlgorithm::des:
            return length == 8;
        case BlockAlgorithm::triple_des:
            return length == 24;
        case BlockAlgorithm::aes:
            break;
    }
    return length == 16 || length == 24 || length == 32;
}

struct CipherStream::Context {
    std::unique_ptr<EVP_CIPHER_CTX, decltype(&EVP_CIPHER_CTX_free)> evp{EVP_CIPHER_CTX_new(),
                                                                        &EVP_CIPHER_CTX_free};
};

CipherStream::CipherStream(BlockAlgorithm algorithm, BlockMode mode, bool encrypt,
                           std::span<const std::uint8_t> key, std::span<const std::uint8_t> iv)
    : algorithm_(algorithm),
      mode_(mode),
      encrypt_(encrypt),
      context_(std::make_unique<Context>()),
      iv_(iv.begin(), iv.end()) {
    if (!is_key_length(algorithm, key.size()) ||
        iv.size() != (mode == BlockMode::ecb ? 0 : block_bytes(algorithm)) ||
        (mode == BlockMode::ctr && algorithm != BlockAlgorithm::aes)) {
        throw std::invalid_argument("a key, an initial value or a mode that the cipher lacks");
    }
    const std::vector<std::uint8_t> bytes = key_of(algorithm, key);
    check_cipher(EVP_CipherInit_ex(context_->evp.get(), cipher_of(algorithm, mode, key.size()),
                                   nullptr, bytes.data(), iv.empty() ? nullptr : iv.data(),
                                   encrypt ? 1 : 0));
    check_cipher(EVP_CIPHER_CTX_set_padding(context_->evp.get(), 0));
}
CipherStream::~CipherStream() = default;
CipherStream::CipherStream(CipherStream&&) noexcept = default;
CipherStream& CipherStream::operator=(CipherStream&&) noexcept = default;

void CipherStream::update(std::span<const std::uint8_t> piece, std::vector<std::uint8_t>& output) {
    const std::size_t before = output.size();
    output.resize(before + piece.size() + block_bytes(algorithm_));
    int written = 0;
    check_cipher(EVP_CipherUpdate(context_->evp.get(), output.data() + before, &written,
                                  piece.data(), static_cast<int>(piece.size())));
    output.resize(before + static_cast<std::size_t>(written));
    total_ += piece.size();
    held_ = held_ + piece.size() - static_cast<Bytes>(written);
    chain(encrypt_ ? std::span<const std::uint8_t>(output).subspan(before) : piece);
}

void CipherStream::chain(std::span<const std::uint8_t> ciphertext) {
    if (mode_ != BlockMode::cbc) {
        return;
    }
    // The last bytes that passed, of which the last whole block's are the value to chain from.
    iv_.insert(iv_.end(), ciphertext.begin(), ciphertext.end());
    const std::size_t keep = block_bytes(algorithm_) + (encrypt_ ? 0 : held_);
    if (iv_.size() > keep) {
        iv_.erase(iv_.begin(), iv_.end() - static_cast<std::ptrdiff_t>(keep));
    }
}

std::vector<std::uint8_t> CipherStream::next_iv() const {
    std::vector<std::uint8_t> value = iv_;
    if (mode_ == BlockMode::cbc) {
        value.resize(block_bytes(algorithm_));
    } else if (mode_ == BlockMode::ctr) {
        add_to_counter(value, (total_ + 15) / 16);
    }
    return value;
}

}  // namespace lookaside
