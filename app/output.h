// SPDX-License-Identifier: Apache-2.0
// What the program says to the shell and to a person: exit statuses, colours, progress.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace lookaside::app {

/// The program's exit statuses.
enum ExitStatus : int {
    exit_fine = 0,
    exit_check_failed = 1,  // a result is wrong, or outside a tolerance
    exit_usage = 2,         // usage, configuration, input files
    exit_incomplete = 3,    // the simulation could not complete
};

/// Whether standard output, or standard error, is a terminal.
bool stdout_is_terminal();
bool stderr_is_terminal();

enum class Colour : std::uint8_t { bold, dim, red, green, yellow, cyan };

/// The text in a colour if standard output is a terminal and NO_COLOR is not set; else the text.
std::string paint(Colour colour, std::string_view text);

/// "lookaside: message" on standard error, red on a terminal.
void print_error(std::string_view message);

/// One line on standard error that is rewritten as work goes on, and erased at the end. Silent if
/// standard error is no terminal.
class ProgressLine {
  public:
    /// `what` stands before the bar, for example "simulating".
    explicit ProgressLine(std::string what);
    ~ProgressLine();
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    /// `done` from 0 to 1; `note` stands behind the bar, for example "36.1 kpps".
    void show(double done, std::string_view note = {});

  private:
    void erase();

    std::string what_;
    bool active_;
    std::string shown_;
};

}  // namespace lookaside::app
