// SPDX-License-Identifier: Apache-2.0
// Which key a core holds, and whether a job can be run at all: one rule for both engines.
#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "models/crypto/engine.h"

namespace lookaside::crypto {

/// The longest decryption: its plaintext waits inside the core for the tag's verdict. The ring that
/// holds it is BUFFER_WORDS of rtl/aes_gcm, which the build sets to this.
inline constexpr Bytes aes_gcm_held_back_bytes = 64_KiB;

/// Throws std::invalid_argument if no AES-GCM core could run the job.
inline void check_job(const Job& job) {
    if (job.key.size() != key_bytes(job.algorithm)) {
        throw std::invalid_argument("a job's key must have the length its algorithm takes");
    }
    if (job.iv.empty()) {
        throw std::invalid_argument("AES-GCM takes an IV of at least one byte");
    }
    if (job.direction == Direction::decrypt && job.data.size() > aes_gcm_held_back_bytes) {
        throw std::invalid_argument("a decryption is longer than the core can hold back");
    }
    const bool tag_fits = job.direction == Direction::encrypt
                              ? job.tag.empty()
                              : job.tag.size() >= 4 && job.tag.size() <= gcm_tag_bytes;
    if (!tag_fits) {
        throw std::invalid_argument(
            "a decryption needs a tag of 4 to 16 bytes, an encryption none");
    }
}

/// The key a core has expanded.
class LoadedKey {
  public:
    /// Checks the job and takes its key. True if the core must expand it: another key, another
    /// key_id, or the first one.
    bool load(const Job& job) {
        check_job(job);
        if (loaded_ && key_id_ == job.key_id && std::ranges::equal(key_, job.key)) {
            return false;
        }
        loaded_ = true;
        key_id_ = job.key_id;
        key_.assign(job.key.begin(), job.key.end());
        return true;
    }

  private:
    bool loaded_ = false;
    std::uint32_t key_id_ = 0;
    std::vector<std::uint8_t> key_;
};

}  // namespace lookaside::crypto
