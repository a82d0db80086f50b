// SPDX-License-Identifier: Apache-2.0
// The lines of a NIST response file: "[Name = value]", "Name = value", a bare word, or blank.
#pragma once

#include <string>
#include <vector>

namespace lookaside::crypto::kat {

struct RspLine {
    enum class Kind { header, field, word };
    Kind kind = Kind::word;
    std::string name;
    std::string value;  // empty for a word
    std::size_t number = 0;
};

/// Every line that is neither blank nor a comment (#). Accepts LF and CRLF.
std::vector<RspLine> rsp_lines(const std::string& text);

}  // namespace lookaside::crypto::kat
