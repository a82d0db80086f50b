// SPDX-License-Identifier: Apache-2.0
// A value as the user wrote it, before it is given its type.
#pragma once

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>

namespace lookaside::scenarios {

struct RawValue {
    enum class Kind : std::uint8_t {
        boolean,
        integer,
        real,
        text,     // a TOML string
        bare,     // from --set: spelt without quotes, may be any of the above
        section,  // a table, arrays too: never a parameter's value
    };

    Kind kind = Kind::bare;
    std::string text;
    /// What relative file names in the value count from.
    std::filesystem::path base = ".";

    bool is(Kind wanted) const { return kind == wanted || kind == Kind::bare; }
};

/// What is wrong with a value and what to write instead, for whoever knows its place.
class ValueError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

}  // namespace lookaside::scenarios
