// SPDX-License-Identifier: Apache-2.0
#include "models/crypto/kat/vector.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <fstream>
#include <iterator>

#include "base/error.h"

namespace lookaside::crypto::kat {

void VectorFile::skip(const std::string& reason, std::size_t count) {
    const auto same = [&](const Skipped& entry) { return entry.reason == reason; };
    const auto known = std::ranges::find_if(skipped, same);
    if (known != skipped.end()) {
        known->count += count;
    } else {
        skipped.push_back({count, reason});
    }
}

std::string not_offered(const std::string& algorithm) {
    return "no engine offers " + algorithm;
}

ByteString from_hex(const std::string& digits, const std::string& place) {
    const auto is_digit = [](unsigned char c) { return std::isxdigit(c) != 0; };
    if (digits.size() % 2 != 0 || !std::ranges::all_of(digits, is_digit)) {
        throw InputError(place + ": '" + digits +
                         "' is not a byte string; write two hexadecimal "
                         "digits a byte");
    }
    ByteString bytes(digits.size() / 2);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        std::from_chars(digits.data() + 2 * i, digits.data() + 2 * i + 2, bytes[i], 16);
    }
    return bytes;
}

VectorFile read_vector_file(const std::filesystem::path& path) {
    std::error_code error;
    std::ifstream stream(path, std::ios::binary);
    if (!std::filesystem::is_regular_file(path, error) || !stream) {
        throw InputError(path.string() + ": cannot be read; name an existing .rsp or .json file");
    }
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    const auto first = text.find_first_not_of(" \t\r\n");
    const bool is_json = first != std::string::npos && text[first] == '{';
    VectorFile file =
        is_json ? read_wycheproof(text, path.string()) : read_cavp(text, path.string());
    if (file.vectors.empty() && file.hashes.empty() && file.skipped.empty()) {
        throw InputError(path.string() + ":1: there is no vector in it; give a complete file");
    }
    return file;
}

}  // namespace lookaside::crypto::kat
