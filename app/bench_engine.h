// SPDX-License-Identifier: Apache-2.0
// How fast the crypto engines simulate by themselves: part of `lookaside bench`.
#pragma once

#include <string>
#include <vector>

#include "base/units.h"
#include "models/crypto/engine.h"

namespace lookaside::app {

/// One engine kept busy in a bare loop: no simulation kernel, no device around it.
struct EngineBenchResult {
    std::string name;              // "rtl iterative AES-128-GCM", "rtl SHA-256, 2 rounds a cycle"
    Bytes packet_bytes = 0;        // payload of one packet
    Cycles cycles_per_packet = 0;  // of the core's clock
    double bare_mb_per_cpu_second = 0;  // payload, 10^6 bytes
    double ns_per_cycle = 0;            // CPU time that simulating one core cycle takes
};

/// What to measure. A packet has an IV of 12 bytes and an AAD of 8, as ESP has it (RFC 4106).
struct EngineBench {
    bool rtl = true;
    crypto::AesGcmDesign design = crypto::AesGcmDesign::iterative;
    crypto::Algorithm algorithm = crypto::Algorithm::aes_128_gcm;
    Bytes packet_bytes = 1500;
};

/// Encrypts packets for about `cpu_seconds` of the process's CPU time, in five slices whose median
/// counts.
EngineBenchResult bench_engine(const EngineBench& bench, double cpu_seconds);

/// Hashes messages of 4 KiB, the engine array's tasks, on the Verilated core in the same way.
EngineBenchResult bench_hash_core(crypto::Sha256Design design, double cpu_seconds);

/// Both design points of the Verilated AES-GCM core, with both key sizes, and the timed engine,
/// with 1500-byte packets; then every design point of the Verilated SHA-256 core.
std::vector<EngineBenchResult> bench_engines(double cpu_seconds_each);

}  // namespace lookaside::app
