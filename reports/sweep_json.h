// SPDX-License-Identifier: Apache-2.0
// results.json: one object a point of a sweep, with every run.
#pragma once

#include <nlohmann/json.hpp>

#include "reports/sweep_result.h"

namespace lookaside::reports {

/// Layout: docs/user-guide.md. Keys in a fixed order; nothing of the machine or of the time.
nlohmann::ordered_json to_json(const SweepResult& result);

/// A run as results.json holds it, and back. The reader throws nlohmann::json::exception, or
/// std::runtime_error for a status that is none.
nlohmann::ordered_json to_json(const SweepRun& run);
SweepRun sweep_run_from(const nlohmann::json& json);

}  // namespace lookaside::reports
