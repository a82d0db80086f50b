// SPDX-License-Identifier: Apache-2.0
// Runs known-answer vectors on an engine.
#pragma once

#include <string>
#include <vector>

#include "models/crypto/engine.h"
#include "models/crypto/kat/vector.h"

namespace lookaside::crypto::kat {

struct Failure {
    std::string name;
    std::size_t line = 0;
    std::string what;
};

struct Verdict {
    std::size_t passed = 0;
    std::vector<Failure> failures;
    std::vector<Skipped> skipped;
};

/// Runs every AES-GCM vector of a file; those the engine cannot run are counted with the reason.
Verdict run_vectors(Engine& engine, VectorFile file);

/// Runs every SHA-256 vector of a file. A Monte Carlo step hashes 1000 messages, each made of the
/// three digests before it (NIST SHAVS, section 6.4).
Verdict run_hash_vectors(Engine& engine, VectorFile file);

}  // namespace lookaside::crypto::kat
