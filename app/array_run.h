// SPDX-License-Identifier: Apache-2.0
// One run of system kind engine-array: boot, warm-up, measuring window, drain.
#pragma once

#include "app/run_options.h"
#include "models/array/engine_cores.h"
#include "scenarios/config.h"

namespace lookaside::app {

/// Runs the simulation with the cores that the configuration names, or with others. Throws
/// InputError for input that cannot be used and SimulationError, with the wait-for graph, if the
/// run cannot complete.
RunOutcome run_array_system(const scenarios::ScenarioConfig& config, const RunOptions& options);
RunOutcome run_array_system(const scenarios::ScenarioConfig& config, const RunOptions& options,
                            array::EngineCores cores);

}  // namespace lookaside::app
