// SPDX-License-Identifier: Apache-2.0
#include "models/crypto/kat/sha_file.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "base/error.h"
#include "models/crypto/engine.h"

namespace lookaside::crypto::kat {
namespace {

std::string algorithm_of(const std::string& digest_bytes) {
    return digest_bytes == "20"   ? "SHA-1"
           : digest_bytes == "28" ? "SHA-224"
           : digest_bytes == "48" ? "SHA-384"
           : digest_bytes == "64" ? "SHA-512"
                                  : "a hash of " + digest_bytes + " bytes";
}

/// Collects the fields of one vector, which ends in its MD. Messages have Len and Msg before it;
/// the Monte Carlo test has one Seed for the file, and every MD is the seed of the next COUNT.
class Sha256Vectors {
  public:
    explicit Sha256Vectors(const std::string& file) : file_(file) {}

    void field(const RspLine& line) {
        if (line.name == "Len") {
            bits_ = number(line);
            name_ = "Len = " + line.value;
            line_ = line.number;
        } else if (line.name == "Msg") {
            message_ = bytes(line);
        } else if (line.name == "Seed") {
            seed_ = bytes(line);
        } else if (line.name == "COUNT") {
            name_ = "COUNT = " + line.value;
            line_ = line.number;
        } else if (line.name == "MD") {
            finish(line);
        } else {
            throw InputError(place(line.number) + ": unknown field '" + line.name +
                             "'; a SHA vector has Len, Msg and MD, or Seed, COUNT and MD");
        }
    }

    VectorFile take() { return std::move(result_); }

  private:
    std::string place(std::size_t line) const { return file_ + ":" + std::to_string(line); }

    ByteString bytes(const RspLine& line) const { return from_hex(line.value, place(line.number)); }

    std::size_t number(const RspLine& line) const {
        std::size_t value = 0;
        const char* end = line.value.data() + line.value.size();
        const auto [stop, error] = std::from_chars(line.value.data(), end, value);
        if (error != std::errc{} || stop != end) {
            throw InputError(place(line.number) + ": '" + line.value +
                             "' is not a length; give a number of bits");
        }
        return value;
    }

    void finish(const RspLine& line) {
        const ByteString digest = bytes(line);
        if (digest.size() != sha256_digest_bytes) {
            throw InputError(place(line.number) + ": 'MD' does not have the 32 bytes of [L = 32]");
        }
        if (seed_) {
            result_.hashes.push_back({name_, line_, *seed_, digest, true});
            seed_ = digest;
            return;
        }
        if (!bits_ || !message_) {
            throw InputError(place(line.number) +
                             ": 'MD' stands before its 'Len = ' and 'Msg = '; add these lines");
        }
        if (*bits_ % 8 != 0) {
            result_.skip("the engine hashes whole bytes only");
        } else {
            result_.hashes.push_back({name_, line_, message(), digest, false});
        }
        bits_.reset();
        message_.reset();
    }

    /// The empty message is written as one byte that does not count.
    ByteString message() const {
        if (*bits_ == 0) {
            return {};
        }
        if (*bits_ != 8 * message_->size()) {
            throw InputError(place(line_) + ": 'Msg' does not have the " + std::to_string(*bits_) +
                             " bits of its 'Len'");
        }
        return *message_;
    }

    const std::string& file_;
    std::string name_;
    std::size_t line_ = 0;
    std::optional<std::size_t> bits_;
    std::optional<ByteString> message_;
    std::optional<ByteString> seed_;
    VectorFile result_;
};

}  // namespace

VectorFile read_sha(const std::vector<RspLine>& lines, const std::string& name) {
    const std::string& digest_bytes = lines.front().value;
    if (digest_bytes != "32") {
        const auto digests = std::ranges::count(lines, "MD", &RspLine::name);
        VectorFile result;
        result.skip(not_offered(algorithm_of(digest_bytes)), static_cast<std::size_t>(digests));
        return result;
    }
    Sha256Vectors vectors(name);
    for (const RspLine& line : lines) {
        if (line.kind != RspLine::Kind::header) {
            vectors.field(line);
        }
    }
    return vectors.take();
}

}  // namespace lookaside::crypto::kat
