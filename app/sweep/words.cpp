// SPDX-License-Identifier: Apache-2.0
#include "app/sweep/words.h"

namespace lookaside::sweep {

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) {
        return {};
    }
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::vector<std::string> split(std::string_view text, char separator) {
    std::vector<std::string> parts;
    bool in_quotes = false;
    std::size_t start = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '"') {
            in_quotes = !in_quotes;
        } else if (text[i] == separator && !in_quotes) {
            parts.emplace_back(trimmed(text.substr(start, i - start)));
            start = i + 1;
        }
    }
    parts.emplace_back(trimmed(text.substr(start)));
    return parts;
}

bool is_quoted(std::string_view text) {
    return text.size() >= 2 && text.front() == '"' && text.back() == '"';
}

std::string unquoted(std::string_view text) {
    return std::string(is_quoted(text) ? text.substr(1, text.size() - 2) : text);
}

}  // namespace lookaside::sweep
