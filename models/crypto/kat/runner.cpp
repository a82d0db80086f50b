// SPDX-License-Identifier: Apache-2.0
#include "models/crypto/kat/runner.h"

#include <algorithm>
#include <optional>
#include <span>
#include <stdexcept>

#include "models/crypto/job_key.h"

namespace lookaside::crypto::kat {
namespace {

/// What went wrong, if anything did.
using Complaint = std::optional<std::string>;

Job job_of(const Vector& vector, Direction direction) {
    Job job;
    job.algorithm = vector.key.size() == 16 ? Algorithm::aes_128_gcm : Algorithm::aes_256_gcm;
    job.direction = direction;
    job.key = vector.key;
    job.iv = vector.iv;
    job.aad = vector.aad;
    job.data = direction == Direction::encrypt ? vector.plain : vector.cipher;
    if (direction == Direction::decrypt) {
        job.tag = vector.tag;
    }
    return job;
}

Complaint check_encryption(Engine& engine, const Vector& vector) {
    const JobResult result = engine.run(job_of(vector, Direction::encrypt));
    if (result.data != vector.cipher) {
        return "the ciphertext differs";
    }
    const auto tag = std::span(result.tag).first(vector.tag.size());
    return std::ranges::equal(tag, vector.tag) ? Complaint{} : "the tag differs";
}

Complaint check_decryption(Engine& engine, const Vector& vector) {
    const JobResult result = engine.run(job_of(vector, Direction::decrypt));
    if (!result.authentic) {
        return "a right tag was refused";
    }
    return result.data == vector.plain ? Complaint{} : "the plaintext differs";
}

Complaint check_refusal(Engine& engine, const Vector& vector) {
    const JobResult result = engine.run(job_of(vector, Direction::decrypt));
    if (result.authentic) {
        return "a wrong tag was accepted";
    }
    return result.data.empty() ? Complaint{} : "plaintext was released for a wrong tag";
}

Complaint check_acceptable(Engine& engine, const Vector& vector) {
    const JobResult result = engine.run(job_of(vector, Direction::decrypt));
    return !result.authentic || result.data == vector.plain ? Complaint{} : "the plaintext differs";
}

Complaint check(Engine& engine, const Vector& vector) {
    switch (vector.expectation) {
        case Expectation::encrypts:
            return check_encryption(engine, vector);
        case Expectation::decrypts:
            return check_decryption(engine, vector);
        case Expectation::refused:
            return check_refusal(engine, vector);
        case Expectation::acceptable:
            return check_acceptable(engine, vector);
        case Expectation::both:
            break;
    }
    const Complaint encryption = check_encryption(engine, vector);
    return encryption ? encryption : check_decryption(engine, vector);
}

/// A core may refuse parameters before it starts: that is a refusal too.
Complaint check_or_refuse(Engine& engine, const Vector& vector) {
    try {
        return check(engine, vector);
    } catch (const std::invalid_argument& refusal) {
        const bool may_refuse = vector.expectation == Expectation::refused ||
                                vector.expectation == Expectation::acceptable;
        return may_refuse ? Complaint{} : refusal.what();
    }
}

}  // namespace

Verdict run_vectors(Engine& engine, VectorFile file) {
    Verdict verdict;
    for (const Vector& vector : file.vectors) {
        if (vector.cipher.size() > aes_gcm_held_back_bytes &&
            vector.expectation != Expectation::encrypts) {
            file.skip("the engine holds back at most " + std::to_string(aes_gcm_held_back_bytes) +
                      " bytes of a decryption");
        } else if (const Complaint complaint = check_or_refuse(engine, vector)) {
            verdict.failures.push_back({vector.name, vector.line, *complaint});
        } else {
            ++verdict.passed;
        }
    }
    verdict.skipped = std::move(file.skipped);
    return verdict;
}

}  // namespace lookaside::crypto::kat
