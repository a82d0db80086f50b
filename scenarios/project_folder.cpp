// SPDX-License-Identifier: Apache-2.0
#include "scenarios/project_folder.h"

#include <cstdlib>

namespace lookaside::scenarios {

std::filesystem::path project_folder() {
    const char* home = std::getenv("LOOKASIDE_HOME");
    return home != nullptr ? home : LOOKASIDE_SOURCE_DIR;
}

}  // namespace lookaside::scenarios
