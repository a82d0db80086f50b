// SPDX-License-Identifier: Apache-2.0
// lookaside validate: every published figure beside the simulated one.
#pragma once

#include <CLI/App.hpp>

namespace lookaside::app {

/// Adds the subcommand; its callback sets `exit_status`.
void add_validate(CLI::App& app, int& exit_status);

}  // namespace lookaside::app
