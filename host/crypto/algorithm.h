// SPDX-License-Identifier: Apache-2.0
// The algorithms that providers offer, with their sizes (include/crypto/*.h of Linux).
#pragma once

#include <cstdint>
#include <string_view>

#include "base/units.h"
#include "host/os/cipher_cost.h"

namespace lookaside::crypto_api {

/// Named as Linux names them.
enum class Algorithm : std::uint8_t {
    cbc_aes,
    cbc_des,
    cbc_des3_ede,
    gcm_aes,
    authenc_hmac_sha1_cbc_aes,
    authenc_hmac_sha256_cbc_aes,
    hmac_sha1,
    hmac_sha256,
    hmac_sha384,
    sha1,
    sha256,
};
inline constexpr std::size_t algorithm_count = static_cast<std::size_t>(Algorithm::sha256) + 1;

/// "authenc(hmac(sha1),cbc(aes))"
std::string_view name_of(Algorithm algorithm);

/// Which of the three interfaces serves it.
enum class AlgorithmType : std::uint8_t { skcipher, ahash, aead };
AlgorithmType type_of(Algorithm algorithm);

/// Sizes in bytes; 0 where the algorithm has no such thing. For an authenc algorithm `digest` is
/// the whole HMAC, of which a tag may be a leading part.
struct AlgorithmSizes {
    Bytes block = 0;
    Bytes iv = 0;
    Bytes digest = 0;
};
AlgorithmSizes sizes_of(Algorithm algorithm);

/// The hash below an hash, HMAC or authenc algorithm; throws std::logic_error for a cipher.
os::CipherWork hash_work(Algorithm algorithm);

}  // namespace lookaside::crypto_api
