// SPDX-License-Identifier: Apache-2.0
// lookaside sweep: runs a scenario at every point of a grid.
#pragma once

#include <CLI/App.hpp>

namespace lookaside::app {

/// Adds the subcommand; its callback sets `exit_status`.
void add_sweep(CLI::App& app, int& exit_status);

}  // namespace lookaside::app
