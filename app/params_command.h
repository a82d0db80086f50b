// SPDX-License-Identifier: Apache-2.0
// `lookaside params`: what can be set, and what a scenario sets.
#pragma once

namespace CLI {
class App;
}

namespace lookaside::app {

/// Adds the subcommand to the program.
void add_params(CLI::App& program, int& exit_status);

}  // namespace lookaside::app
