// SPDX-License-Identifier: Apache-2.0
// The command line of `lookaside`: its subcommands and its exit status.
#pragma once

namespace lookaside::app {

/// Parses the command line, runs the subcommand, and returns the exit status (app/output.h).
/// Prints one line on standard error for whatever went wrong.
int run_program(int argc, char* argv[]);

}  // namespace lookaside::app
