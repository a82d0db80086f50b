// SPDX-License-Identifier: Apache-2.0
// NIST CAVP response files: GCM (GCMVS) here, SHA (SHAVS) in sha_file.cpp.
#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "base/error.h"
#include "models/crypto/kat/rsp_lines.h"
#include "models/crypto/kat/sha_file.h"
#include "models/crypto/kat/vector.h"

namespace lookaside::crypto::kat {
namespace {

/// Collects the fields of one GCM vector. Encryptions name the plaintext first, decryptions the
/// ciphertext; a decryption that must fail has the line FAIL for its plaintext.
class GcmVectors {
  public:
    explicit GcmVectors(const std::string& file) : file_(file) {}

    void header(const RspLine& line) {
        finish();
        bits_[line.name] = number(line);
    }

    void field(const RspLine& line) {
        if (line.name == "Count") {
            finish();
            line_ = line.number;
            count_ = line.value;
            return;
        }
        static constexpr std::array<const char*, 6> known = {"Key", "IV", "PT", "AAD", "CT", "Tag"};
        if (std::ranges::find(known, line.name) == known.end()) {
            throw InputError(place(line.number) + ": unknown field '" + line.name +
                             "'; a GCM vector has Key, IV, PT, AAD, CT and Tag");
        }
        if (!count_) {
            throw InputError(place(line.number) + ": '" + line.name +
                             "' stands before the vector's 'Count = '; add that line");
        }
        if (!first_text_ && (line.name == "PT" || line.name == "CT")) {
            first_text_ = line.name;
        }
        fields_[line.name] = from_hex(line.value, place(line.number));
    }

    void fail(const RspLine& line) {
        if (line.name != "FAIL" || !count_) {
            throw InputError(place(line.number) + ": '" + line.name +
                             "' is neither 'Name = value' nor the FAIL of a decryption");
        }
        must_fail_ = true;
    }

    VectorFile take() {
        finish();
        return std::move(result_);
    }

  private:
    std::string place(std::size_t line) const { return file_ + ":" + std::to_string(line); }

    std::size_t number(const RspLine& line) const {
        const bool digits = !line.value.empty() && line.value.size() < 10 &&
                            line.value.find_first_not_of("0123456789") == std::string::npos;
        if (!digits) {
            throw InputError(place(line.number) + ": '" + line.value +
                             "' is not a length; give a number of bits");
        }
        return std::stoul(line.value);
    }

    ByteString field_bytes(const char* name, const char* length_header) {
        const auto found = fields_.find(name);
        if (found == fields_.end()) {
            throw InputError(place(line_) + ": the vector has no '" + name + "'; add that line");
        }
        const auto bits = bits_.find(length_header);
        if (bits != bits_.end() && bits->second != 8 * found->second.size()) {
            throw InputError(place(line_) + ": '" + name + "' does not have the " +
                             std::to_string(bits->second) + " bits of [" + length_header + "]");
        }
        return found->second;
    }

    void finish() {
        if (!count_) {
            return;
        }
        Vector vector{.name = "Count = " + *count_,
                      .line = line_,
                      .expectation = first_text_ == "PT" ? Expectation::encrypts
                                     : must_fail_        ? Expectation::refused
                                                         : Expectation::decrypts,
                      .key = field_bytes("Key", "Keylen"),
                      .iv = field_bytes("IV", "IVlen"),
                      .aad = field_bytes("AAD", "AADlen"),
                      .plain = must_fail_ ? ByteString{} : field_bytes("PT", "PTlen"),
                      .cipher = field_bytes("CT", "PTlen"),
                      .tag = field_bytes("Tag", "Taglen")};
        if (vector.key.size() == 24) {
            result_.skip(not_offered("AES-192"));
        } else {
            result_.vectors.push_back(std::move(vector));
        }
        count_.reset();
        first_text_.reset();
        fields_.clear();
        must_fail_ = false;
    }

    const std::string& file_;
    std::map<std::string, std::size_t> bits_;
    std::map<std::string, ByteString> fields_;
    std::optional<std::string> count_;
    std::optional<std::string> first_text_;
    std::size_t line_ = 0;
    bool must_fail_ = false;
    VectorFile result_;
};

VectorFile read_gcm(const std::vector<RspLine>& lines, const std::string& name) {
    GcmVectors vectors(name);
    for (const RspLine& line : lines) {
        switch (line.kind) {
            case RspLine::Kind::header:
                vectors.header(line);
                break;
            case RspLine::Kind::field:
                vectors.field(line);
                break;
            case RspLine::Kind::word:
                vectors.fail(line);
                break;
        }
    }
    return vectors.take();
}

}  // namespace

VectorFile read_cavp(const std::string& text, const std::string& name) {
    const std::vector<RspLine> lines = rsp_lines(text);
    if (!lines.empty() && lines.front().kind == RspLine::Kind::header) {
        if (lines.front().name == "Keylen") {
            return read_gcm(lines, name);
        }
        if (lines.front().name == "L") {
            return read_sha(lines, name);
        }
    }
    const std::size_t line = lines.empty() ? 1 : lines.front().number;
    throw InputError(name + ":" + std::to_string(line) +
                     ": unknown format; give a NIST CAVP file that starts with [Keylen = ...] "
                     "(GCM) or [L = ...] (SHA), or a Wycheproof JSON file");
}

}  // namespace lookaside::crypto::kat
