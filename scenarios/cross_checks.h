// SPDX-License-Identifier: Apache-2.0
// Checks that look at several parameters together.
#pragma once

#include <filesystem>

#include "scenarios/config.h"

namespace lookaside::scenarios {

/// Throws InputError at the place of the parameter that does not fit the others. `folder` is the
/// scenario file's, next to which CPU profiles are looked for.
void check_scenario(const ScenarioConfig& config, const std::filesystem::path& folder);

}  // namespace lookaside::scenarios
