// SPDX-License-Identifier: Apache-2.0
// The program's version, as CMake's project() has it.
#pragma once

namespace lookaside::app {

extern const char* const program_version;

}  // namespace lookaside::app
