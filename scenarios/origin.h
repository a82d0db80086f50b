// SPDX-License-Identifier: Apache-2.0
// Where a parameter's value was set, so that a later check can name the place.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace lookaside::scenarios {

struct Origin {
    enum class Source : std::uint8_t { built_in, file, command_line };

    Source source = Source::built_in;
    /// "path/file.toml:12" or "--set fabric.lanes=1"; empty for a default.
    std::string place;
};

using Origins = std::map<std::string, Origin, std::less<>>;

}  // namespace lookaside::scenarios
