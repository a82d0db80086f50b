// SPDX-License-Identifier: Apache-2.0
// Wycheproof files of the AEAD schema: testGroups of equal sizes, each with its tests.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "models/crypto/kat/vector.h"

namespace lookaside::crypto::kat {
namespace {

using nlohmann::json;

std::size_t line_at(const std::string& text, std::size_t offset) {
    const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(offset, text.size()));
    return 1 + static_cast<std::size_t>(std::count(text.begin(), end, '\n'));
}

class Reader {
  public:
    Reader(const std::string& text, const std::string& name) : text_(text), name_(name) {}

    VectorFile read() {
        const json document = parse();
        const std::string algorithm = text_of(document, "algorithm");
        const bool offered = algorithm == "AES-GCM";
        for (const json& group : list_of(document, "testGroups")) {
            const std::size_t key_bits = offered ? number_of(group, "keySize") : 0;
            const std::size_t tag_bits = offered ? number_of(group, "tagSize") : 0;
            for (const json& test : list_of(group, "tests")) {
                find_line();
                if (!offered) {
                    result_.skip(not_offered(algorithm));
                } else if (key_bits != 128 && key_bits != 256) {
                    result_.skip(not_offered("AES-" + std::to_string(key_bits)));
                } else {
                    add(test, key_bits, tag_bits);
                }
            }
        }
        return std::move(result_);
    }

  private:
    std::string place() const { return name_ + ":" + std::to_string(line_); }

    json parse() {
        try {
            return json::parse(text_);
        } catch (const json::parse_error& error) {
            line_ = line_at(text_, error.byte);
            throw InputError(place() + ": not well-formed JSON near here; give a Wycheproof file");
        }
    }

    /// Tests stand in the document in the order in which they are read.
    void find_line() {
        const auto found = text_.find("\"tcId\"", search_from_);
        if (found != std::string::npos) {
            line_ = line_at(text_, found);
            search_from_ = found + 1;
        }
    }

    const json& member(const json& object, const char* key) const {
        if (!object.is_object() || !object.contains(key)) {
            throw InputError(place() + ": there is no '" + key +
                             "'; give a file of the Wycheproof AEAD schema");
        }
        return object.at(key);
    }
    std::string text_of(const json& object, const char* key) const {
        const json& value = member(object, key);
        if (!value.is_string()) {
            throw InputError(place() + ": '" + key + "' must be a string");
        }
        return value.get<std::string>();
    }
    std::size_t number_of(const json& object, const char* key) const {
        const json& value = member(object, key);
        if (!value.is_number_unsigned()) {
            throw InputError(place() + ": '" + key + "' must be a number that is not negative");
        }
        return value.get<std::size_t>();
    }
    const json& list_of(const json& object, const char* key) const {
        const json& value = member(object, key);
        if (!value.is_array()) {
            throw InputError(place() + ": '" + key + "' must be a list");
        }
        return value;
    }
    ByteString bytes_of(const json& test, const char* key) const {
        return from_hex(text_of(test, key), place());
    }

    Expectation expectation_of(const json& test) const {
        const std::string result = text_of(test, "result");
        if (result == "valid") {
            return Expectation::both;
        }
        if (result == "invalid") {
            return Expectation::refused;
        }
        if (result == "acceptable") {
            return Expectation::acceptable;
        }
        throw InputError(place() + ": result '" + result +
                         "' must be valid, invalid or acceptable");
    }

    void add(const json& test, std::size_t key_bits, std::size_t tag_bits) {
        Vector vector{.name = "tcId " + std::to_string(number_of(test, "tcId")),
                      .line = line_,
                      .expectation = expectation_of(test),
                      .key = bytes_of(test, "key"),
                      .iv = bytes_of(test, "iv"),
                      .aad = bytes_of(test, "aad"),
                      .plain = bytes_of(test, "msg"),
                      .cipher = bytes_of(test, "ct"),
                      .tag = bytes_of(test, "tag")};
        if (vector.key.size() * 8 != key_bits) {
            throw InputError(place() + ": 'key' does not have its group's keySize");
        }
        if (vector.tag.size() * 8 != tag_bits && vector.expectation == Expectation::both) {
            throw InputError(place() + ": 'tag' does not have its group's tagSize");
        }
        result_.vectors.push_back(std::move(vector));
    }

    const std::string& text_;
    const std::string& name_;
    std::size_t line_ = 1;
    std::size_t search_from_ = 0;
    VectorFile result_;
};

}  // namespace

VectorFile read_wycheproof(const std::string& text, const std::string& name) {
    return Reader(text, name).read();
}

}  // namespace lookaside::crypto::kat
