// SPDX-License-Identifier: Apache-2.0
// "Did you mean ...": the known name closest to a mistyped one.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace lookaside::scenarios {

/// Insertions, deletions, replacements and swaps of neighbours that turn one word into the other
/// (optimal string alignment distance).
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The closest of `names`, or an empty string if none is close enough to be meant (more than a
/// third of the word differs). Of equally close names the first.
std::string nearest_name(std::string_view word, std::span<const std::string> names);

/// "; did you mean \"x\"?" for the nearest name, or "" if there is none.
std::string suggestion(std::string_view word, std::span<const std::string> names);

}  // namespace lookaside::scenarios
