// SPDX-License-Identifier: Apache-2.0
// The two kinds of failure that end a run, and the exit status each has.
#pragma once

#include <stdexcept>
#include <string>

namespace lookaside {

/// The user's input is at fault: usage, configuration, capture file, output folder. Exit status 2.
/// The message names the place (file:line or option) and the fix.
class InputError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// The simulation could not complete: deadlock, watchdog, a lost request, a broken protocol rule.
/// Exit status 3.
class SimulationError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

}  // namespace lookaside
