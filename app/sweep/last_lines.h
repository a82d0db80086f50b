// SPDX-License-Identifier: Apache-2.0
// The end of a text, where the cause of a failure stands.
#pragma once

#include <string>
#include <string_view>

namespace lookaside::sweep {

/// The last 40 lines, at most 4096 bytes of them, without the final line break.
std::string last_lines(std::string_view text);

}  // namespace lookaside::sweep
