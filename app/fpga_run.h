// SPDX-License-Identifier: Apache-2.0
// One run of system kind fpga-ipsec: boot, warm-up, measuring window, drain.
#pragma once

#include <functional>
#include <memory>

#include "app/run_options.h"
#include "models/crypto/engine.h"
#include "scenarios/config.h"

namespace lookaside::app {

struct FpgaRunOptions : RunOptions {
    /// Lets a benchmark stand between the card and its core.
    std::function<std::unique_ptr<crypto::Engine>(std::unique_ptr<crypto::Engine>)> wrap_engine =
        [](std::unique_ptr<crypto::Engine> engine) { return engine; };
};

/// Runs the simulation. Throws InputError for input that cannot be used and SimulationError, with
/// the wait-for graph, if the run cannot complete.
RunOutcome run_fpga_system(const scenarios::ScenarioConfig& config, const FpgaRunOptions& options);

}  // namespace lookaside::app
