// SPDX-License-Identifier: Apache-2.0
// result.json: every figure of a run, units in every name, the same bytes for the same run.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "reports/result.h"

namespace lookaside::reports {

/// Layout: docs/report-format.md. Keys are in a fixed order; picoseconds, bytes and counts are
/// exact integers; nothing depends on the machine or on when the run was made.
nlohmann::ordered_json to_json(const RunResult& result);

/// The file's text, ending in a newline.
std::string json_text(const nlohmann::ordered_json& document);

}  // namespace lookaside::reports
