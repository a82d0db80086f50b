// SPDX-License-Identifier: Apache-2.0
// Whether a job can be run by a SHA-256 core: one rule for both engines.
#pragma once

#include <stdexcept>

#include "models/crypto/engine.h"

namespace lookaside::crypto {

/// Throws std::invalid_argument for a job that is not `data` alone, hashed.
inline void check_sha256_job(const Job& job) {
    if (job.algorithm != Algorithm::sha_256) {
        throw std::invalid_argument("a SHA-256 core runs SHA-256 alone");
    }
    if (!job.key.empty() || !job.iv.empty() || !job.aad.empty() || !job.tag.empty()) {
        throw std::invalid_argument("SHA-256 takes data alone: no key, IV, AAD or tag");
    }
}

}  // namespace lookaside::crypto
