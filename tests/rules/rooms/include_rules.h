// SPDX-License-Identifier: Apache-2.0
// Which room may include what: the walls of docs/architecture.md.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lookaside::rooms {

struct Violation {
    std::string file;     // path from the source folder
    unsigned line = 0;    // from 1
    std::string include;  // what it names
    std::string reason;
};

/// Checks every #include of one source file; `file` is its path from the source folder.
std::vector<Violation> check_includes(std::string_view file, std::string_view text);

}  // namespace lookaside::rooms
