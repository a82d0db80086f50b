// SPDX-License-Identifier: Apache-2.0
// Loads a CPU's price list from scenarios/cpus/*.toml.
//
// The file holds name, frequency, cores, coherent and cstate_entry, and for every cost of
// host/os/cost.h a table [costs.<cost>] with value (a duration), source (a text) and optionally
// calibrated (true if the value was fitted to a published result).
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "host/os/cost.h"

namespace lookaside::scenarios {

/// The file of a profile: `name` is one in a folder `cpus` beside the scenario or in the project's
/// scenarios folder, or (if it has a slash or ends in .toml) a file that counts from `folder`, then
/// from the working directory. None if there is no such file.
std::optional<std::filesystem::path> find_cpu_profile(const std::string& name,
                                                      const std::filesystem::path& folder);

/// What to say if there is none: names the nearest or all known profiles.
std::string unknown_cpu_profile(const std::string& name, const std::filesystem::path& folder);

/// Throws InputError "file:line: ..." for a missing, unknown or wrong entry.
os::CpuProfile load_cpu_profile(const std::string& name, const std::filesystem::path& folder);

}  // namespace lookaside::scenarios
