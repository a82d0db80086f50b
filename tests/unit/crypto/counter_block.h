// SPDX-License-Identifier: Apache-2.0
// Chooses the first counter block of an AES-GCM packet, by solving GHASH for a 16-byte IV.
#pragma once

#include <openssl/evp.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace lookaside::crypto {

using CounterBlock = std::array<std::uint8_t, 16>;

/// One block under AES-128.
inline CounterBlock encrypt_block(std::span<const std::uint8_t> key, const CounterBlock& block) {
    CounterBlock out{};
    EVP_CIPHER_CTX* context = EVP_CIPHER_CTX_new();
    EVP_EncryptInit_ex(context, EVP_aes_128_ecb(), nullptr, key.data(), nullptr);
    EVP_CIPHER_CTX_set_padding(context, 0);
    int written = 0;
    EVP_EncryptUpdate(context, out.data(), &written, block.data(), 16);
    EVP_CIPHER_CTX_free(context);
    return out;
}

/// Product in GHASH's field (NIST SP 800-38D, section 6.3), bit by bit.
inline CounterBlock multiply(const CounterBlock& x, CounterBlock v) {
    CounterBlock z{};
    for (std::size_t bit = 0; bit < 128; ++bit) {
        if ((x[bit / 8] >> (7 - bit % 8) & 1) != 0) {
            for (std::size_t i = 0; i < 16; ++i) {
                z[i] ^= v[i];
            }
        }
        std::uint8_t carry = 0;
        for (std::uint8_t& byte : v) {
            const auto next = static_cast<std::uint8_t>(byte << 7);
            byte = static_cast<std::uint8_t>(byte >> 1 | carry);
            carry = next;
        }
        if (carry != 0) {
            v[0] ^= 0xe1;
        }
    }
    return z;
}

/// x^(2^128 - 2), which is 1 / x.
inline CounterBlock inverse(const CounterBlock& x) {
    CounterBlock square = x;
    CounterBlock result{0x80};
    for (int i = 1; i < 128; ++i) {
        square = multiply(square, square);
        result = multiply(result, square);
    }
    return result;
}

/// The 16-byte IV for which J0 = ((IV H) + length) H is `first`; the length block ends in 128 bits.
inline std::vector<std::uint8_t> iv_for_first_counter(std::span<const std::uint8_t> key,
                                                      const CounterBlock& first) {
    const CounterBlock over_h = inverse(encrypt_block(key, CounterBlock{}));
    CounterBlock sum = multiply(first, over_h);
    sum[15] ^= 128;
    const CounterBlock iv = multiply(sum, over_h);
    return {iv.begin(), iv.end()};
}

}  // namespace lookaside::crypto
