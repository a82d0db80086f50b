// SPDX-License-Identifier: Apache-2.0
// What the caller of a run chooses, and what it gets back, whichever system it is.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "reports/summarise.h"

namespace lookaside::app {

struct RunOptions {
    /// Folder that the CPU profile's name counts from.
    std::filesystem::path folder;
    /// Where to write a line a request; none: nowhere.
    std::optional<std::filesystem::path> requests_csv;
    /// Called between steps: share of the run that is done, 0..1, and requests so far. May throw to
    /// end the run.
    std::function<void(double, std::uint64_t)> progress = [](double, std::uint64_t) {};
    /// What the input held that the user should know, a line each (a capture's left-out packets).
    std::function<void(const std::string&)> remark = [](const std::string&) {};
};

struct RunOutcome {
    reports::RunResult result;
    std::uint64_t requests_simulated = 0;  // warm-up and drain included
};

}  // namespace lookaside::app
