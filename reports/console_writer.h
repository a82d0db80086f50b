// SPDX-License-Identifier: Apache-2.0
// The summary a person reads after a run, at most 100 columns wide.
#pragma once

#include <string>

#include "reports/result.h"
#include "reports/text_table.h"

namespace lookaside::reports {

/// The whole summary, most important first: throughput, what limits it, ceilings, where the time
/// goes, latency, utilisation, integrity and checks. Parts that the result lacks are left out.
std::string console_text(const RunResult& result, const ConsoleStyle& style);

}  // namespace lookaside::reports
