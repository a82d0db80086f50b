// SPDX-License-Identifier: Apache-2.0
// lookaside run-point: one run of a planned sweep, for whatever starts processes.
#pragma once

#include <CLI/App.hpp>

namespace lookaside::app {

/// Adds the subcommand; its callback sets `exit_status`.
void add_run_point(CLI::App& app, int& exit_status);

}  // namespace lookaside::app
