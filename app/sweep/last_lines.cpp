// SPDX-License-Identifier: Apache-2.0
#include "app/sweep/last_lines.h"

namespace lookaside::sweep {

std::string last_lines(std::string_view text) {
    constexpr int most_lines = 40;
    constexpr std::size_t most_bytes = 4096;
    while (text.ends_with('\n')) {
        text.remove_suffix(1);
    }
    std::size_t start = text.size();
    for (int line = 0; line < most_lines && start > 0; ++line) {
        const auto line_break = text.rfind('\n', start - 1);
        const std::size_t begin = line_break == std::string_view::npos ? 0 : line_break + 1;
        if (text.size() - begin > most_bytes) {
            break;
        }
        start = line_break == std::string_view::npos ? 0 : line_break;
    }
    if (start < text.size() && text[start] == '\n') {
        ++start;
    }
    // A single line that is too long keeps its end.
    return std::string(start == text.size() && text.size() > most_bytes
                           ? text.substr(text.size() - most_bytes)
                           : text.substr(start));
}

}  // namespace lookaside::sweep
