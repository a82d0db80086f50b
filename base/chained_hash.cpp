// SPDX-License-Identifier: Apache-2.0
// OpenSSL 3 deprecates the functions that show a hash's chaining value and offers no others.
#define OPENSSL_SUPPRESS_DEPRECATED
#include "base/chained_hash.h"

#include <openssl/md5.h>
#include <openssl/sha.h>

#include <algorithm>

namespace lookaside {
namespace {

constexpr bool is_big_endian(HashAlgorithm algorithm) {
    return algorithm != HashAlgorithm::md5;
}

HashState initial(HashAlgorithm algorithm) {
    switch (algorithm) {
        case HashAlgorithm::md5:
            return {{0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476}, 0};
        case HashAlgorithm::sha_1:
            return {{0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0}, 0};
        case HashAlgorithm::sha_224:
            return {{0xC1059ED8, 0x367CD507, 0x3070DD17, 0xF70E5939, 0xFFC00B31, 0x68581511,
                     0x64F98FA7, 0xBEFA4FA4},
                    0};
        case HashAlgorithm::sha_256:
            break;
    }
    return {{0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB,
             0x5BE0CD19},
            0};
}

void store_length(std::span<std::uint8_t> field, Bytes message, bool big_endian) {
    for (std::size_t i = 0; i < 8; ++i) {
        field[big_endian ? 7 - i : i] = static_cast<std::uint8_t>((message * 8) >> (8 * i));
    }
}

}  // namespace

ChainedHash::ChainedHash(HashAlgorithm algorithm) : ChainedHash(algorithm, initial(algorithm)) {}

ChainedHash::ChainedHash(HashAlgorithm algorithm, const HashState& state)
    : algorithm_(algorithm), state_(state) {}

void ChainedHash::compress(std::span<const std::uint8_t> block) {
    auto& words = state_.words;
    switch (algorithm_) {
        case HashAlgorithm::md5: {
            MD5_CTX context{};
            context.A = words[0], context.B = words[1], context.C = words[2], context.D = words[3];
            MD5_Transform(&context, block.data());
            words = {context.A, context.B, context.C, context.D};
            break;
        }
        case HashAlgorithm::sha_1: {
            SHA_CTX context{};
            context.h0 = words[0], context.h1 = words[1], context.h2 = words[2];
            context.h3 = words[3], context.h4 = words[4];
            SHA1_Transform(&context, block.data());
            words = {context.h0, context.h1, context.h2, context.h3, context.h4};
            break;
        }
        case HashAlgorithm::sha_224:
        case HashAlgorithm::sha_256: {
            SHA256_CTX context{};
            std::ranges::copy(words, context.h);
            SHA256_Transform(&context, block.data());
            std::copy_n(context.h, words.size(), words.begin());
            break;
        }
    }
    state_.hashed += hash_block_bytes;
}

std::uint64_t ChainedHash::update(std::span<const std::uint8_t> piece) {
    std::uint64_t blocks = 0;
    while (!piece.empty()) {
        const Bytes taken = std::min<Bytes>(piece.size(), hash_block_bytes - held_);
        std::copy_n(piece.begin(), taken, block_.begin() + static_cast<std::ptrdiff_t>(held_));
        piece = piece.subspan(taken);
        held_ += taken;
        if (held_ == hash_block_bytes) {
            compress(block_);
            held_ = 0;
            ++blocks;
        }
    }
    return blocks;
}

std::vector<std::uint8_t> ChainedHash::finish(std::uint64_t& blocks) {
    const Bytes message = state_.hashed + held_;
    // A mark, zeros, and eight bytes of length that end a block.
    constexpr Bytes at_least = 1 + 8;
    const Bytes rest = hash_block_bytes - held_;
    std::vector<std::uint8_t> padding(rest < at_least ? rest + hash_block_bytes : rest, 0);
    padding[0] = 0x80;
    store_length(std::span(padding).last(8), message, is_big_endian(algorithm_));
    blocks = update(padding);
    return digest_from_words(algorithm_, state_.words);
}

HmacStates hmac_states(HashAlgorithm algorithm, std::span<const std::uint8_t> key) {
    std::vector<std::uint8_t> block(key.begin(), key.end());
    if (block.size() > hash_block_bytes) {
        ChainedHash hash(algorithm);
        hash.update(key);
        std::uint64_t blocks = 0;
        block = hash.finish(blocks);
    }
    block.resize(hash_block_bytes);
    const auto after_pad = [&](std::uint8_t pad) {
        std::vector<std::uint8_t> padded = block;
        for (std::uint8_t& byte : padded) {
            byte ^= pad;
        }
        ChainedHash hash(algorithm);
        hash.update(padded);
        return hash.state();
    };
    return {after_pad(0x36), after_pad(0x5C)};
}

std::array<std::uint32_t, 8> digest_words(HashAlgorithm algorithm,
                                          std::span<const std::uint8_t> digest) {
    std::array<std::uint32_t, 8> words{};
    for (std::size_t i = 0; i < digest.size(); ++i) {
        const std::size_t place = is_big_endian(algorithm) ? 3 - i % 4 : i % 4;
        words[i / 4] |= std::uint32_t{digest[i]} << (8 * place);
    }
    return words;
}

std::vector<std::uint8_t> digest_from_words(HashAlgorithm algorithm,
                                            const std::array<std::uint32_t, 8>& words) {
    std::vector<std::uint8_t> digest(digest_bytes(algorithm));
    for (std::size_t i = 0; i < digest.size(); ++i) {
        const std::size_t place = is_big_endian(algorithm) ? 3 - i % 4 : i % 4;
        digest[i] = static_cast<std::uint8_t>(words[i / 4] >> (8 * place));
    }
    return digest;
}

}  // namespace lookaside
