// SPDX-License-Identifier: Apache-2.0
// Taking command-line values apart: lists whose items may be quoted.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lookaside::sweep {

/// Without blanks at both ends.
std::string_view trimmed(std::string_view text);

/// The parts between separators, trimmed; separators within double quotes do not count, and the
/// quotes stay.
std::vector<std::string> split(std::string_view text, char separator);

bool is_quoted(std::string_view text);
/// The text between the quotes, or all of it if there are none.
std::string unquoted(std::string_view text);

}  // namespace lookaside::sweep
