// SPDX-License-Identifier: Apache-2.0
// MD5, SHA-1, SHA-224 and SHA-256 with their chaining value in the open, as hardware keeps it.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/units.h"

namespace lookaside {

enum class HashAlgorithm : std::uint8_t { md5, sha_1, sha_224, sha_256 };

inline constexpr Bytes hash_block_bytes = 64;  // of all four
constexpr Bytes digest_bytes(HashAlgorithm algorithm) {
    constexpr std::array<Bytes, 4> bytes{16, 20, 28, 32};
    return bytes[static_cast<std::size_t>(algorithm)];
}

/// The chaining value after whole blocks, as 32-bit words; trailing words are 0 where the hash has
/// fewer.
struct HashState {
    std::array<std::uint32_t, 8> words{};
    Bytes hashed = 0;  // a multiple of the block
};

/// One message on its way through a hash. The compression functions are OpenSSL's.
class ChainedHash {
  public:
    /// Begins a new message.
    explicit ChainedHash(HashAlgorithm algorithm);
    /// Goes on from a chaining value.
    ChainedHash(HashAlgorithm algorithm, const HashState& state);

    /// Takes the next piece; returns how many blocks it completed.
    std::uint64_t update(std::span<const std::uint8_t> piece);
    /// The chaining value; bytes that fill no block are not in it.
    const HashState& state() const { return state_; }
    /// Bytes taken that fill no block yet.
    Bytes held() const { return held_; }
    /// Pads and ends the message. The digest is in the byte order of the standards. `blocks`:
    /// how many the padding made, one or two.
    std::vector<std::uint8_t> finish(std::uint64_t& blocks);

  private:
    void compress(std::span<const std::uint8_t> block);

    HashAlgorithm algorithm_;
    HashState state_;
    std::array<std::uint8_t, hash_block_bytes> block_{};
    Bytes held_ = 0;
};

/// The two chaining values of an HMAC key (RFC 2104): after the inner and after the outer pad.
struct HmacStates {
    HashState inner;
    HashState outer;
};
HmacStates hmac_states(HashAlgorithm algorithm, std::span<const std::uint8_t> key);

/// A digest's bytes as the hash's 32-bit words, and back; 0 beyond the digest.
std::array<std::uint32_t, 8> digest_words(HashAlgorithm algorithm,
                                          std::span<const std::uint8_t> digest);
std::vector<std::uint8_t> digest_from_words(HashAlgorithm algorithm,
                                            const std::array<std::uint32_t, 8>& words);

}  // namespace lookaside
