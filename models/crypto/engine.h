// SPDX-License-Identifier: Apache-2.0
// The seam between a device and a crypto core: a job in, bytes and a cycle count out.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "base/units.h"

namespace lookaside::crypto {

enum class Algorithm : std::uint8_t { aes_128_gcm, aes_256_gcm, sha_256 };
enum class Direction : std::uint8_t { encrypt, decrypt };

/// Bytes of key that an algorithm takes.
constexpr Bytes key_bytes(Algorithm algorithm) {
    switch (algorithm) {
        case Algorithm::aes_128_gcm:
            return 16;
        case Algorithm::aes_256_gcm:
            return 32;
        case Algorithm::sha_256:
            return 0;
    }
    return 0;
}
inline constexpr Bytes gcm_tag_bytes = 16;
inline constexpr Bytes sha256_digest_bytes = 32;

/// One packet's work. The spans must stay valid until run() returns. SHA-256 takes `data` alone.
struct Job {
    Algorithm algorithm = Algorithm::aes_128_gcm;
    Direction direction = Direction::encrypt;
    /// Which loaded key to use. An engine expands a key once; a job with the same `key_id` and key
    /// as the job before it pays no key expansion.
    std::uint32_t key_id = 0;
    std::span<const std::uint8_t> key;
    std::span<const std::uint8_t> iv;    // 12 bytes: J0 = IV || 1; other lengths 1..: through GHASH
    std::span<const std::uint8_t> aad;   // any length, also 0
    std::span<const std::uint8_t> data;  // plaintext or ciphertext, any length, also 0
    std::span<const std::uint8_t> tag;   // decrypt: expected tag, 4..16 bytes; encrypt: empty
};

/// What a core delivered.
struct JobResult {
    /// Ciphertext or plaintext, as long as Job::data; empty if `authentic` is false. SHA-256: the
    /// digest.
    std::vector<std::uint8_t> data;
    /// Computed tag, 16 bytes (encrypt only).
    std::vector<std::uint8_t> tag;
    /// Decrypt: the tag matched. Encrypt: always true.
    bool authentic = true;
    /// Core clock cycles from the cycle the job is accepted to the one in which the last word and
    /// the tag (or the verdict) have left, key expansion included when it was needed.
    Cycles cycles = 0;
};

/// A crypto core that works on one job at a time. Deterministic: equal jobs in equal state give
/// equal bytes and cycles, whichever implementation runs them.
class Engine {
  public:
    virtual ~Engine() = default;

    /// Runs one job to its end. Takes no simulated time itself; the caller spends `cycles`.
    virtual JobResult run(const Job& job) = 0;
    /// "rtl" or "timed".
    virtual std::string_view fidelity() const = 0;
};

/// Which design point of rtl/aes_gcm.
enum class AesGcmDesign : std::uint8_t {
    iterative,  // one round a cycle
    pipelined,  // one block a cycle
};

/// The Verilated core. One instance owns one model.
std::unique_ptr<Engine> make_rtl_aes_gcm(AesGcmDesign design);
/// OpenSSL's bytes, the core's documented cycles.
std::unique_ptr<Engine> make_timed_aes_gcm(AesGcmDesign design);

/// Which design point of rtl/sha256: rounds of the compression function a cycle.
enum class Sha256Design : std::uint8_t { one_round, two_rounds, four_rounds };

/// The Verilated core. One instance owns one model.
std::unique_ptr<Engine> make_rtl_sha256(Sha256Design design);
/// OpenSSL's bytes, the core's documented cycles.
std::unique_ptr<Engine> make_timed_sha256(Sha256Design design);

}  // namespace lookaside::crypto
