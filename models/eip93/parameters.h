// SPDX-License-Identifier: Apache-2.0
// What can be set about the EIP-93 packet engine.
#pragma once

#include <cstdint>

#include "base/units.h"

namespace lookaside::eip93 {

/// Clock cycles of the cipher and hash cores.
///
/// Ciphers: from the saturated engine of the MT7621 (eip93-performance.rtf of
/// github.com/vschagen/mtk-eip93, 16 processes): 65.3 MB/s with AES-128, 47.5 with AES-256, 133.3
/// with DES. At the bus clock of 220 MHz that is 53.9 and 74.1 cycles a block of 16 bytes, four
/// rounds apart, and 13.2 cycles a block of 8. Triple DES is taken as three passes. Hashes: no rate
/// is published; assumed is one round a clock and one more to add the chaining value.
struct CoreCycles {
    Cycles aes_round = 5;
    Cycles aes_block = 4;  // beside the rounds
    Cycles des_block = 13;
    Cycles triple_des_block = 39;
    Cycles md5_block = 65;
    Cycles sha_1_block = 81;
    Cycles sha_256_block = 65;  // also SHA-224
};

/// Cycles of the control logic. Not published: assumptions of the size that such logic has.
struct ControlCycles {
    Cycles command = 8;   // decoding a descriptor
    Cycles context = 16;  // loading keys and modes from SA and state record
    Cycles result = 8;    // assembling a result
};

/// Defaults are the MT7621's engine where known.
struct EngineParameters {
    Hertz clock{220'000'000};  // the bus clock; see CoreCycles
    CoreCycles cores;
    ControlCycles control;
    /// Descriptors read ahead of the packet that is worked on, 1..16. Not published.
    unsigned command_prefetch = 2;
    /// Packets between reading their SA record and writing their result, 1..4: with one, a packet
    /// begins when the one before is over; with two, its records and data are fetched meanwhile.
    /// Not published; the saturated rate asks for two.
    unsigned contexts = 2;
    /// Reads of a packet's data that may be under way, at least 1.
    unsigned outstanding_reads = 4;
    /// Data buffers before and behind the cores: halves of the 2 KB window at offset 0x800.
    Bytes input_buffer = 1024;
    Bytes output_buffer = 1024;  // at least 512: the end of an ESP payload waits in it
    /// Of the generator of initialization vectors.
    std::uint64_t prng_seed = 1;
};

/// Throws InputError for what is out of range.
void check(const EngineParameters& parameters);

}  // namespace lookaside::eip93
