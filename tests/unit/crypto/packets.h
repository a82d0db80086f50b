// SPDX-License-Identifier: Apache-2.0
// Packets for the tests of AES-GCM engines: bytes that depend on nothing but their place.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/crypto/engine.h"

namespace lookaside::crypto {

using ByteString = std::vector<std::uint8_t>;

/// `count` bytes that differ between seeds and do not repeat every few blocks.
inline ByteString pattern(std::size_t count, std::uint32_t seed) {
    ByteString bytes(count);
    std::uint32_t state = seed * 2654435761U + 1;
    for (std::uint8_t& byte : bytes) {
        state = state * 1664525U + 1013904223U;
        byte = static_cast<std::uint8_t>(state >> 24);
    }
    return bytes;
}

/// Lengths in bytes that a test goes through.
using Lengths = std::vector<std::size_t>;

/// A packet with its own copy of everything a job points to.
struct Packet {
    Algorithm algorithm = Algorithm::aes_128_gcm;
    std::uint32_t key_id = 0;
    ByteString key = pattern(16, 1);
    ByteString iv = pattern(12, 2);
    ByteString aad = pattern(8, 3);
    ByteString data;

    Job encryption() const {
        return {algorithm, Direction::encrypt, key_id, key, iv, aad, data, {}};
    }
};

/// A packet of `data_bytes` in the shape ESP gives it: IV of 12 bytes, AAD of 8.
inline Packet packet_of(Algorithm algorithm, std::size_t data_bytes) {
    Packet packet;
    packet.algorithm = algorithm;
    packet.key = pattern(key_bytes(algorithm), 1);
    packet.data = pattern(data_bytes, 4);
    return packet;
}

/// The same packet with its encryption undone: `sealed` is what its encryption gave.
inline Job decryption(const Packet& packet, const JobResult& sealed) {
    return {packet.algorithm, Direction::decrypt, packet.key_id, packet.key,
            packet.iv,        packet.aad,         sealed.data,   sealed.tag};
}

inline std::string describe(AesGcmDesign design, const Packet& packet) {
    return std::string(design == AesGcmDesign::iterative ? "iterative" : "pipelined") +
           (packet.algorithm == Algorithm::aes_128_gcm ? " AES-128" : " AES-256") + ", IV " +
           std::to_string(packet.iv.size()) + ", AAD " + std::to_string(packet.aad.size()) +
           ", data " + std::to_string(packet.data.size());
}

}  // namespace lookaside::crypto
