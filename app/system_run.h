// SPDX-License-Identifier: Apache-2.0
// One run of whichever system a configuration describes.
#pragma once

#include "app/run_options.h"
#include "scenarios/config.h"

namespace lookaside::app {

/// Runs the simulation. Throws InputError and SimulationError as the systems' own functions do.
RunOutcome run_system(const scenarios::ScenarioConfig& config, const RunOptions& options);

}  // namespace lookaside::app
