// SPDX-License-Identifier: Apache-2.0
// lookaside kat: runs known-answer files on an engine.
#pragma once

#include <CLI/App.hpp>

namespace lookaside::app {

/// Adds the subcommand; its callback sets `exit_status`: 0 if no vector failed, else 1. Throws
/// InputError for a file that cannot be read or is of no known format.
void add_kat(CLI::App& app, int& exit_status);

}  // namespace lookaside::app
