// SPDX-License-Identifier: Apache-2.0
// Where the project's own scenarios and CPU profiles are.
#pragma once

#include <filesystem>

namespace lookaside::scenarios {

/// The project's folder: where the launcher says it is (LOOKASIDE_HOME), else where the program
/// was built from.
std::filesystem::path project_folder();

/// The folder of the scenario files that come with the project.
inline std::filesystem::path project_scenarios_folder() {
    return project_folder() / "scenarios";
}

}  // namespace lookaside::scenarios
