// SPDX-License-Identifier: Apache-2.0
#include "host/crypto/software_authenc.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/error.h"
#include "host/crypto/software_ahash.h"
#include "host/crypto/software_skcipher.h"

namespace lookaside::crypto_api {

SoftwareAuthenc::SoftwareAuthenc(os::Kernel& kernel, Algorithm algorithm,
                                 os::Implementation implementation)
    : kernel_(kernel),
      algorithm_(algorithm),
      digest_(sizes_of(algorithm).digest),
      implementation_(implementation) {}

KeyHandle SoftwareAuthenc::set_key(std::span<const std::uint8_t> key) {
    if (key.size() != digest_ + 16 && key.size() != digest_ + 32) {
        throw InputError(
            fmt::format("{} key of {} bytes: give {} of the HMAC and then 16 (AES-128) or 32 "
                        "(AES-256)",
                        name_of(algorithm_), key.size(), digest_));
    }
    const auto cipher_key = key.subspan(digest_);
    keys_.push_back({CbcCipher(BlockCipher::aes, cipher_key),
                     Hmac(hash_function(algorithm_), key.first(digest_)),
                     cipher_work(BlockCipher::aes, cipher_key.size(), Direction::encrypt),
                     cipher_work(BlockCipher::aes, cipher_key.size(), Direction::decrypt)});
    return static_cast<KeyHandle>(keys_.size() - 1);
}

std::vector<std::uint8_t> SoftwareAuthenc::tag_of(Key& key, const AeadRequest& request) {
    compute_hmac(kernel_, implementation_, hash_work(algorithm_),
                 request.aad.size() + request.payload.size(), digest_);
    return key.hmac.mac(request.aad, request.payload);
}

Submit SoftwareAuthenc::submit(AeadRequest& request) {
    const AlgorithmSizes sizes = sizes_of(algorithm_);
    if (request.key >= keys_.size() || request.iv.size() != sizes.iv || request.tag.empty() ||
        request.tag.size() > digest_ || request.payload.size() % sizes.block != 0) {
        return Submit::invalid;
    }
    Key& key = keys_[request.key];
    bool authentic = true;
    request.timeline.stamp(Moment::engine_start, kernel_.now());
    if (request.direction == Direction::encrypt) {
        kernel_.compute(implementation_, key.encrypt, request.payload.size());
        key.cipher.encrypt(request.iv, request.payload, request.payload);
        std::copy_n(tag_of(key, request).begin(), request.tag.size(), request.tag.begin());
    } else {
        const auto expected = tag_of(key, request);
        authentic = std::equal(request.tag.begin(), request.tag.end(), expected.begin());
        if (authentic) {
            kernel_.compute(implementation_, key.decrypt, request.payload.size());
            key.cipher.decrypt(request.iv, request.payload, request.payload);
        }
    }
    request.timeline.stamp(Moment::engine_end, kernel_.now());
    return authentic ? Submit::done : Submit::bad_message;
}

Bytes SoftwareAuthenc::max_payload() const {
    return std::numeric_limits<Bytes>::max();
}

}  // namespace lookaside::crypto_api
