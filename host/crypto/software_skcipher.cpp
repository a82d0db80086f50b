// SPDX-License-Identifier: Apache-2.0
#include "host/crypto/software_skcipher.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <stdexcept>

#include "base/error.h"

namespace lookaside::crypto_api {
namespace {

BlockCipher block_cipher(Algorithm algorithm) {
    switch (algorithm) {
        case Algorithm::cbc_aes:
            return BlockCipher::aes;
        case Algorithm::cbc_des:
            return BlockCipher::des;
        case Algorithm::cbc_des3_ede:
            return BlockCipher::des3;
        default:
            throw std::logic_error("not a block cipher");
    }
}

}  // namespace

os::CipherWork cipher_work(BlockCipher cipher, std::size_t key_bytes, Direction direction) {
    if (cipher == BlockCipher::des) {
        return os::CipherWork::des_cbc;
    }
    if (cipher == BlockCipher::des3) {
        return os::CipherWork::des3_cbc;
    }
    const bool encrypt = direction == Direction::encrypt;
    if (key_bytes == 16) {
        return encrypt ? os::CipherWork::aes_128_cbc_encrypt : os::CipherWork::aes_128_cbc_decrypt;
    }
    if (key_bytes == 32) {
        return encrypt ? os::CipherWork::aes_256_cbc_encrypt : os::CipherWork::aes_256_cbc_decrypt;
    }
    throw InputError(fmt::format(
        "AES key of {} bytes: give 16 (AES-128) or 32 bytes (AES-256) on the CPU", key_bytes));
}

SoftwareSkcipher::SoftwareSkcipher(os::Kernel& kernel, Algorithm algorithm,
                                   os::Implementation implementation)
    : kernel_(kernel),
      cipher_(block_cipher(algorithm)),
      block_(sizes_of(algorithm).block),
      implementation_(implementation) {}

KeyHandle SoftwareSkcipher::set_key(std::span<const std::uint8_t> key) {
    try {
        keys_.push_back({CbcCipher(cipher_, key),
                         cipher_work(cipher_, key.size(), Direction::encrypt),
                         cipher_work(cipher_, key.size(), Direction::decrypt)});
    } catch (const std::invalid_argument& error) {
        throw InputError(fmt::format("key of {} bytes: {}", key.size(), error.what()));
    }
    return static_cast<KeyHandle>(keys_.size() - 1);
}

Submit SoftwareSkcipher::submit(SkcipherRequest& request) {
    if (request.key >= keys_.size() || request.iv.size() != block_ ||
        request.data.size() % block_ != 0) {
        return Submit::invalid;
    }
    if (request.data.empty()) {
        return Submit::done;
    }
    Key& key = keys_[request.key];
    const bool encrypt = request.direction == Direction::encrypt;
    request.timeline.stamp(Moment::engine_start, kernel_.now());
    kernel_.compute(implementation_, encrypt ? key.encrypt : key.decrypt, request.data.size());
    std::array<std::uint8_t, 16> next{};
    const auto last_cipher_block = [&] {
        std::ranges::copy(request.data.last(block_), next.begin());
    };
    if (encrypt) {
        key.cipher.encrypt(request.iv, request.data, request.data);
        last_cipher_block();
    } else {
        last_cipher_block();
        key.cipher.decrypt(request.iv, request.data, request.data);
    }
    std::copy_n(next.begin(), block_, request.iv.begin());
    request.timeline.stamp(Moment::engine_end, kernel_.now());
    return Submit::done;
}

Bytes SoftwareSkcipher::max_payload() const {
    return std::numeric_limits<Bytes>::max();
}

}  // namespace lookaside::crypto_api
