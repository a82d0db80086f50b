// SPDX-License-Identifier: Apache-2.0
// A TOML file as a flat list of dotted names, each with its line.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "scenarios/raw_value.h"

namespace lookaside::scenarios {

struct TomlEntry {
    std::string name;   // "fabric.lanes"
    RawValue value;     // kind `section` for an array or an empty table
    unsigned line = 0;  // counted from 1
};

/// The file's values in the order of their lines. Throws InputError "file:line: what" if the file
/// cannot be read or is no TOML.
std::vector<TomlEntry> read_toml(const std::filesystem::path& file);

}  // namespace lookaside::scenarios
