// SPDX-License-Identifier: Apache-2.0
#include "app/output.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace lookaside::app {
namespace {

std::string_view escape(Colour colour) {
    switch (colour) {
        case Colour::bold:
            return "\033[1m";
        case Colour::dim:
            return "\033[2m";
        case Colour::red:
            return "\033[31m";
        case Colour::green:
            return "\033[32m";
        case Colour::yellow:
            return "\033[33m";
        case Colour::cyan:
            return "\033[36m";
    }
    return "";
}

bool colour_wanted() {
    const char* no_color = std::getenv("NO_COLOR");
    return no_color == nullptr || *no_color == '\0';
}

std::string coloured(Colour colour, std::string_view text) {
    return fmt::format("{}{}\033[0m", escape(colour), text);
}

}  // namespace

bool stdout_is_terminal() {
    return isatty(STDOUT_FILENO) == 1;
}
bool stderr_is_terminal() {
    return isatty(STDERR_FILENO) == 1;
}

std::string paint(Colour colour, std::string_view text) {
    return stdout_is_terminal() && colour_wanted() ? coloured(colour, text) : std::string(text);
}

void print_error(std::string_view message) {
    const bool colour = stderr_is_terminal() && colour_wanted();
    fmt::print(stderr, "{} {}\n",
               colour ? coloured(Colour::red, "lookaside:") : "lookaside:", message);
}

ProgressLine::ProgressLine(std::string what)
    : what_(std::move(what)), active_(stderr_is_terminal()) {}

ProgressLine::~ProgressLine() {
    erase();
}

void ProgressLine::show(double done, std::string_view note) {
    if (!active_) {
        return;
    }
    constexpr int width = 30;
    const int filled = static_cast<int>(std::clamp(done, 0.0, 1.0) * width);
    std::string line = fmt::format("{} [{:<{}}] {:3.0f} % {}", what_,
                                   std::string(static_cast<std::size_t>(filled), '='), width,
                                   std::clamp(done, 0.0, 1.0) * 100.0, note);
    if (line != shown_) {
        // Carriage return, text, erase to the end of the line.
        fmt::print(stderr, "\r{}\033[K", line);
        std::fflush(stderr);
        shown_ = std::move(line);
    }
}

void ProgressLine::erase() {
    if (!shown_.empty()) {
        fmt::print(stderr, "\r\033[K");
        std::fflush(stderr);
    }
}

}  // namespace lookaside::app
