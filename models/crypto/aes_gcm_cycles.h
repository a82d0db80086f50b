// SPDX-License-Identifier: Apache-2.0
// How many clock cycles rtl/aes_gcm takes: the formulas of rtl/README.md as code.
#pragma once

#include <algorithm>

#include "models/crypto/engine.h"

namespace lookaside::crypto {

/// What a design point takes for a block, in core clock cycles.
struct AesGcmTiming {
    Cycles cipher_latency;   // from a counter block's acceptance to its keystream
    Cycles cipher_interval;  // between two counter blocks
    Cycles hash_interval;    // between two GHASH blocks; the result is there one cycle later
};

constexpr AesGcmTiming aes_gcm_timing(AesGcmDesign design, Algorithm algorithm) {
    const Cycles latency = algorithm == Algorithm::aes_128_gcm ? 11 : 15;
    return design == AesGcmDesign::iterative ? AesGcmTiming{latency, latency, 8}
                                             : AesGcmTiming{latency, 1, 1};
}

/// Words of 16 bytes that hold `bytes`.
constexpr Cycles aes_gcm_blocks(Bytes bytes) {
    return (bytes + 15) / 16;
}

/// Cycles from a new key's acceptance to the first cycle in which a command can be accepted:
/// expansion beside the encryption of the zero block, then 16 cycles to fill the GHASH table.
constexpr Cycles aes_gcm_key_cycles(AesGcmDesign design, Algorithm algorithm) {
    return aes_gcm_timing(design, algorithm).cipher_latency + 20;
}

/// The lengths that decide a packet's cycles, in bytes.
struct AesGcmLengths {
    Bytes iv = 12;
    Bytes aad = 0;
    Bytes data = 0;
    bool released_by_verdict = false;  // an authentic decryption: plaintext leaves after the tag
};

/// Cycles of one packet, from the one that accepts its command to the one in which the tag (or the
/// verdict) and the last word have left, both counted.
constexpr Cycles aes_gcm_packet_cycles(AesGcmDesign design, Algorithm algorithm,
                                       const AesGcmLengths& lengths) {
    const AesGcmTiming timing = aes_gcm_timing(design, algorithm);
    const Cycles words = aes_gcm_blocks(lengths.data);
    // An IV of other than 96 bits passes through GHASH first, with a block for its length.
    const Cycles start =
        lengths.iv == 12 ? 1 : 3 + timing.hash_interval * (aes_gcm_blocks(lengths.iv) + 1);
    const Cycles aad_hashed = start + timing.hash_interval * aes_gcm_blocks(lengths.aad);
    const Cycles first_keystream = start + timing.cipher_latency;
    Cycles tag = 0;
    if (words == 0) {
        tag = std::max(aad_hashed + timing.hash_interval + 1, first_keystream);
    } else {
        const Cycles last_word =
            std::max(aad_hashed, first_keystream) + (words - 1) * timing.cipher_interval;
        tag = last_word + 2 * timing.hash_interval + 1;
    }
    return tag + 2 + (lengths.released_by_verdict && words > 0 ? words + 1 : 0);
}

}  // namespace lookaside::crypto
