// SPDX-License-Identifier: Apache-2.0
// lookaside bench: how fast the simulator is, in one run, by CPU time.
#pragma once

#include <CLI/App.hpp>

namespace lookaside::app {

/// Adds the subcommand; its callback sets `exit_status`.
void add_bench(CLI::App& app, int& exit_status);

}  // namespace lookaside::app
