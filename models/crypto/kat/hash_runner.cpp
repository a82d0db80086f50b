// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "models/crypto/kat/runner.h"

namespace lookaside::crypto::kat {
namespace {

ByteString digest_of(Engine& engine, const ByteString& message) {
    Job job;
    job.algorithm = Algorithm::sha_256;
    job.data = message;
    return engine.run(job).data;
}

/// One step of the Monte Carlo test: each of 1000 messages is the last three digests, oldest first;
/// at the start all three are the seed.
ByteString monte_carlo(Engine& engine, const ByteString& seed) {
    constexpr int messages = 1000;
    std::array<ByteString, 3> last = {seed, seed, seed};
    for (int i = 0; i < messages; ++i) {
        ByteString message;
        for (const ByteString& digest : last) {
            message.insert(message.end(), digest.begin(), digest.end());
        }
        last = {last[1], last[2], digest_of(engine, message)};
    }
    return last.back();
}

}  // namespace

Verdict run_hash_vectors(Engine& engine, VectorFile file) {
    Verdict verdict;
    for (const HashVector& vector : file.hashes) {
        const ByteString digest = vector.monte_carlo ? monte_carlo(engine, vector.message)
                                                     : digest_of(engine, vector.message);
        if (digest == vector.digest) {
            ++verdict.passed;
        } else {
            verdict.failures.push_back({vector.name, vector.line, "the digest differs"});
        }
    }
    verdict.skipped = std::move(file.skipped);
    return verdict;
}

}  // namespace lookaside::crypto::kat
