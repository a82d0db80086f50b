// SPDX-License-Identifier: Apache-2.0
// lookaside run: simulates one scenario and reports on it.
#pragma once

#include <CLI/App.hpp>

namespace lookaside::app {

/// Adds the subcommand; its callback sets `exit_status`.
void add_run(CLI::App& app, int& exit_status);

}  // namespace lookaside::app
