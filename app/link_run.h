// SPDX-License-Identifier: Apache-2.0
// One run of system kind pcie-link: a bare link with a traffic generator.
#pragma once

#include "reports/result.h"
#include "scenarios/config.h"

namespace lookaside::app {

/// Runs the simulation. Throws InputError and SimulationError as run_fpga_system() does.
reports::RunResult run_link_system(const scenarios::ScenarioConfig& config);

}  // namespace lookaside::app
