// SPDX-License-Identifier: Apache-2.0
// The published figures of the eMMC crypto-engine array ("system B" in docs/validation.md).
#pragma once

#include <filesystem>

#include "app/validation_plan.h"

namespace lookaside::app {

/// Table 1 of the publication: closed form, and two readings simulated task by task.
ValidationPlan engine_array_table_plan();
/// The chip's 419.23 MB/s under every policy that its text leaves open.
ValidationPlan engine_array_throughput_plan(const std::filesystem::path& scenarios);
/// IOPS against requests in flight, and against channels, devices and engines.
ValidationPlan engine_array_scaling_plan(const std::filesystem::path& scenarios);
/// Whether a gen 4 x8 card reaches the 800 k IOPS that the publication projects, and with what.
ValidationPlan engine_array_projection_plan(const std::filesystem::path& scenarios);

}  // namespace lookaside::app
