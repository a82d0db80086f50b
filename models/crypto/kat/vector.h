// SPDX-License-Identifier: Apache-2.0
// Known-answer vectors as every file format is read into.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace lookaside::crypto::kat {

using ByteString = std::vector<std::uint8_t>;

/// What a vector says must happen.
enum class Expectation : std::uint8_t {
    encrypts,    // plain becomes cipher and tag
    decrypts,    // cipher and tag become plain
    both,        // either way round
    refused,     // the tag, or the parameters, must be refused and no plaintext released
    acceptable,  // may be refused; if it is not, it decrypts rightly
};

/// One AES-GCM vector. A tag of less than 16 bytes is the leading part of the full one.
struct Vector {
    std::string name;  // as the file calls it: "Count = 12" or "tcId 12"
    std::size_t line = 0;
    Expectation expectation = Expectation::both;
    ByteString key, iv, aad, plain, cipher, tag;
};

/// One SHA-256 vector: a message and its digest, or a step of the Monte Carlo test.
struct HashVector {
    std::string name;  // "Len = 24" or "COUNT = 7"
    std::size_t line = 0;
    ByteString message;  // of a Monte Carlo step: the seed
    ByteString digest;
    bool monte_carlo = false;
};

/// Vectors of a file that no engine can run, and why.
struct Skipped {
    std::size_t count = 0;
    std::string reason;
};

struct VectorFile {
    std::vector<Vector> vectors;
    std::vector<HashVector> hashes;
    std::vector<Skipped> skipped;  // one entry a reason

    void skip(const std::string& reason, std::size_t count = 1);
};

/// Reads a NIST CAVP response file (GCM or SHA, *.rsp) or a Wycheproof file (*.json), told apart by
/// content. Throws InputError, with the line and the fix, for a file that is neither.
VectorFile read_vector_file(const std::filesystem::path& path);

/// The formats one by one. `name` is the file's name in messages.
VectorFile read_cavp(const std::string& text, const std::string& name);
VectorFile read_wycheproof(const std::string& text, const std::string& name);

/// Bytes of a hexadecimal string; throws InputError with `place` in its message.
ByteString from_hex(const std::string& digits, const std::string& place);

/// What engines do not offer, in one wording.
std::string not_offered(const std::string& algorithm);

}  // namespace lookaside::crypto::kat
