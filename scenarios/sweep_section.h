// SPDX-License-Identifier: Apache-2.0
// The optional [sweep] section of a scenario file: what `lookaside sweep` varies by default. It is
// no part of the configuration; `lookaside run` passes it over.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lookaside::scenarios {

struct SweepSection {
    std::vector<std::string> vary;  // as --vary takes them; empty if not given
    std::optional<unsigned> repeat;
};

/// The section of a file; empty if it has none. Throws InputError "file:line: sweep.key: what" for
/// a key or a type that the section does not have.
SweepSection read_sweep_section(const std::filesystem::path& file);

/// Whether a name of the file ("sweep.vary") belongs to the section.
bool is_of_sweep_section(std::string_view name);

}  // namespace lookaside::scenarios
