// SPDX-License-Identifier: Apache-2.0
#include "host/crypto/algorithm.h"

#include <array>
#include <stdexcept>

namespace lookaside::crypto_api {

std::string_view name_of(Algorithm algorithm) {
    static constexpr std::array<std::string_view, algorithm_count> names = {
        "cbc(aes)",
        "cbc(des)",
        "cbc(des3_ede)",
        "gcm(aes)",
        "authenc(hmac(sha1),cbc(aes))",
        "authenc(hmac(sha256),cbc(aes))",
        "hmac(sha1)",
        "hmac(sha256)",
        "hmac(sha384)",
        "sha1",
        "sha256",
    };
    return names[static_cast<std::size_t>(algorithm)];
}

AlgorithmType type_of(Algorithm algorithm) {
    switch (algorithm) {
        case Algorithm::cbc_aes:
        case Algorithm::cbc_des:
        case Algorithm::cbc_des3_ede:
            return AlgorithmType::skcipher;
        case Algorithm::gcm_aes:
        case Algorithm::authenc_hmac_sha1_cbc_aes:
        case Algorithm::authenc_hmac_sha256_cbc_aes:
            return AlgorithmType::aead;
        case Algorithm::hmac_sha1:
        case Algorithm::hmac_sha256:
        case Algorithm::hmac_sha384:
        case Algorithm::sha1:
        case Algorithm::sha256:
            break;
    }
    return AlgorithmType::ahash;
}

AlgorithmSizes sizes_of(Algorithm algorithm) {
    switch (algorithm) {
        case Algorithm::cbc_aes:
            return {16, 16, 0};
        case Algorithm::cbc_des:
        case Algorithm::cbc_des3_ede:
            return {8, 8, 0};
        case Algorithm::gcm_aes:
            return {1, 12, 16};
        case Algorithm::authenc_hmac_sha1_cbc_aes:
            return {16, 16, 20};
        case Algorithm::authenc_hmac_sha256_cbc_aes:
            return {16, 16, 32};
        case Algorithm::hmac_sha1:
        case Algorithm::sha1:
            return {64, 0, 20};
        case Algorithm::hmac_sha256:
        case Algorithm::sha256:
            return {64, 0, 32};
        case Algorithm::hmac_sha384:
            break;
    }
    return {128, 0, 48};
}

os::CipherWork hash_work(Algorithm algorithm) {
    switch (algorithm) {
        case Algorithm::authenc_hmac_sha1_cbc_aes:
        case Algorithm::hmac_sha1:
        case Algorithm::sha1:
            return os::CipherWork::sha1;
        case Algorithm::authenc_hmac_sha256_cbc_aes:
        case Algorithm::hmac_sha256:
        case Algorithm::sha256:
            return os::CipherWork::sha256;
        case Algorithm::hmac_sha384:
            return os::CipherWork::sha384;
        case Algorithm::cbc_aes:
        case Algorithm::cbc_des:
        case Algorithm::cbc_des3_ede:
        case Algorithm::gcm_aes:
            break;
    }
    throw std::logic_error("an algorithm without a hash was asked for its hash");
}

}  // namespace lookaside::crypto_api
