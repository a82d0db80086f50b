// SPDX-License-Identifier: Apache-2.0
// From a finished run of system kind fpga-ipsec to the facts its report is made of.
#pragma once

#include "app/fpga_software.h"
#include "app/measurement.h"
#include "reports/summarise.h"
#include "scenarios/config.h"

namespace lookaside::app {

/// `cpu_count`: cores of the host, whose resources are named "cpu0", "cpu1" and so on.
reports::RunFacts fpga_facts(const scenarios::ScenarioConfig& config,
                             const Measurement& measurement, const WorkloadOutcome& outcome,
                             unsigned cpu_count);

}  // namespace lookaside::app
