// SPDX-License-Identifier: Apache-2.0
// One run of system kind fpga-ipsec: boot, warm-up, measuring window, drain.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "models/crypto/engine.h"
#include "reports/summarise.h"
#include "scenarios/config.h"

namespace lookaside::app {

struct FpgaRunOptions {
    /// Folder that the CPU profile's name counts from.
    std::filesystem::path folder;
    /// Where to write a line a request; none: nowhere.
    std::optional<std::filesystem::path> requests_csv;
    /// Called between steps: share of the run that is done, 0..1, and requests so far. May throw to
    /// end the run.
    std::function<void(double, std::uint64_t)> progress = [](double, std::uint64_t) {};
    /// Lets a benchmark stand between the card and its core.
    std::function<std::unique_ptr<crypto::Engine>(std::unique_ptr<crypto::Engine>)> wrap_engine =
        [](std::unique_ptr<crypto::Engine> engine) { return engine; };
    /// What the input held that the user should know, a line each (a capture's left-out packets).
    std::function<void(const std::string&)> remark = [](const std::string&) {};
};

struct FpgaRunOutcome {
    reports::RunResult result;
    std::uint64_t requests_simulated = 0;  // warm-up and drain included
};

/// Runs the simulation. Throws InputError for input that cannot be used and SimulationError, with
/// the wait-for graph, if the run cannot complete.
FpgaRunOutcome run_fpga_system(const scenarios::ScenarioConfig& config,
                               const FpgaRunOptions& options);

}  // namespace lookaside::app
