// SPDX-License-Identifier: Apache-2.0
// From a finished run of system kind engine-array to the facts its report is made of.
#pragma once

#include "app/common_facts.h"
#include "models/array/array_card.h"

namespace lookaside::app {

reports::RunFacts array_facts(const scenarios::ScenarioConfig& config,
                              const Measurement& measurement, const WorkloadOutcome& outcome,
                              const array::ArrayCard& card, unsigned cpu_count);

}  // namespace lookaside::app
