// SPDX-License-Identifier: Apache-2.0
#include "models/crypto/kat/rsp_lines.h"

#include <sstream>

namespace lookaside::crypto::kat {
namespace {

std::string trimmed(const std::string& text) {
    constexpr const char* space = " \t\r";
    const auto first = text.find_first_not_of(space);
    return first == std::string::npos
               ? std::string{}
               : text.substr(first, text.find_last_not_of(space) - first + 1);
}

RspLine split(std::string text, std::size_t number) {
    RspLine line{.kind = RspLine::Kind::word, .name = text, .value = {}, .number = number};
    const bool bracketed = text.front() == '[' && text.back() == ']';
    if (bracketed) {
        text = text.substr(1, text.size() - 2);
    }
    const auto equals = text.find('=');
    if (equals != std::string::npos) {
        line.kind = bracketed ? RspLine::Kind::header : RspLine::Kind::field;
        line.name = trimmed(text.substr(0, equals));
        line.value = trimmed(text.substr(equals + 1));
    }
    return line;
}

}  // namespace

std::vector<RspLine> rsp_lines(const std::string& text) {
    std::vector<RspLine> lines;
    std::istringstream stream(text);
    std::string line;
    for (std::size_t number = 1; std::getline(stream, line); ++number) {
        line = trimmed(line);
        if (!line.empty() && line.front() != '#') {
            lines.push_back(split(line, number));
        }
    }
    return lines;
}

}  // namespace lookaside::crypto::kat
