// SPDX-License-Identifier: Apache-2.0
#include "host/crypto/software_aead.h"

#include <fmt/format.h>

#include <limits>

#include "base/error.h"

namespace lookaside::crypto_api {
namespace {

constexpr std::size_t iv_bytes = 12;
constexpr std::size_t tag_bytes = 16;

}  // namespace

KeyHandle SoftwareAead::set_key(std::span<const std::uint8_t> key) {
    if (key.size() != 16 && key.size() != 32) {
        throw InputError(fmt::format(
            "AES-GCM key of {} bytes: give 16 (AES-128) or 32 bytes (AES-256)", key.size()));
    }
    keys_.push_back({AesGcm(key),
                     key.size() == 16 ? os::CipherWork::aes_128_gcm : os::CipherWork::aes_256_gcm});
    return static_cast<KeyHandle>(keys_.size() - 1);
}

Submit SoftwareAead::submit(AeadRequest& request) {
    if (request.key >= keys_.size() || request.iv.size() != iv_bytes ||
        request.tag.size() != tag_bytes) {
        return Submit::invalid;
    }
    Key& key = keys_[request.key];
    bool authentic = true;
    request.timeline.stamp(Moment::engine_start, kernel_.now());
    kernel_.compute(implementation_, key.work, request.payload.size());
    if (request.direction == Direction::encrypt) {
        key.cipher.encrypt(request.iv, request.aad, request.payload, request.payload, request.tag);
    } else {
        authentic = key.cipher.decrypt(request.iv, request.aad, request.payload, request.payload,
                                       request.tag);
    }
    request.timeline.stamp(Moment::engine_end, kernel_.now());
    return authentic ? Submit::done : Submit::bad_message;
}

Bytes SoftwareAead::max_payload() const {
    return std::numeric_limits<Bytes>::max();
}

}  // namespace lookaside::crypto_api
