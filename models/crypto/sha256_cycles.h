// SPDX-License-Identifier: Apache-2.0
// How many clock cycles rtl/sha256 takes: the formulas of rtl/README.md as code.
#pragma once

#include <algorithm>

#include "models/crypto/engine.h"

namespace lookaside::crypto {

/// Rounds of the compression function a cycle.
constexpr Cycles sha256_rounds_per_cycle(Sha256Design design) {
    switch (design) {
        case Sha256Design::one_round:
            return 1;
        case Sha256Design::two_rounds:
            return 2;
        case Sha256Design::four_rounds:
            break;
    }
    return 4;
}

/// Blocks of 64 bytes that a message of `bytes` is padded to: a mark of one byte and a length of
/// eight follow it (FIPS 180-4, section 5.1.1).
constexpr Cycles sha256_blocks(Bytes bytes) {
    return (bytes + 1 + 8 + 63) / 64;
}

/// Cycles between two blocks: 64 rounds and the update of the hash.
constexpr Cycles sha256_block_cycles(Sha256Design design) {
    return 64 / sha256_rounds_per_cycle(design) + 1;
}

/// Cycles of one message, from the one that takes its first word to the one in which the digest
/// leaves, both counted, with a word of 64 bits offered in every cycle. The first block's 16 words
/// come in at two a cycle, which four rounds a cycle must wait for; later blocks' come in during
/// the rounds of the block before.
constexpr Cycles sha256_message_cycles(Sha256Design design, Bytes bytes) {
    const Cycles first_words_taken =
        std::max(Cycles{16} / sha256_rounds_per_cycle(design), Cycles{8});
    const Cycles waited = first_words_taken - Cycles{16} / sha256_rounds_per_cycle(design);
    return sha256_blocks(bytes) * sha256_block_cycles(design) + waited + 3;
}

}  // namespace lookaside::crypto
