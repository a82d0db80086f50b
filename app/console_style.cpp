// SPDX-License-Identifier: Apache-2.0
#include "app/console_style.h"

#include <cstdlib>
#include <string_view>

#include "app/output.h"

namespace lookaside::app {
namespace {

std::string_view environment(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? std::string_view{} : std::string_view{value};
}

/// The locale's character set, by the variables' precedence in POSIX.
bool locale_is_utf8() {
    for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
        const std::string_view locale = environment(name);
        if (!locale.empty()) {
            return locale.find("UTF-8") != std::string_view::npos ||
                   locale.find("utf8") != std::string_view::npos;
        }
    }
    return false;
}

}  // namespace

reports::ConsoleStyle console_style() {
    reports::ConsoleStyle style;
    style.colour = stdout_is_terminal() && environment("NO_COLOR").empty();
    style.unicode = locale_is_utf8();
    return style;
}

}  // namespace lookaside::app
