// SPDX-License-Identifier: Apache-2.0
// A sweep's points as a table for a person.
#pragma once

#include <string>

#include "reports/sweep_result.h"
#include "reports/text_table.h"

namespace lookaside::reports {

/// One line a point, the best throughput marked; only the `most` best points if there are more.
/// Below it why points failed, a line each.
std::string sweep_table(const SweepResult& result, const ConsoleStyle& style,
                        std::size_t most = 50);

/// The point of the highest throughput; none if no point has one.
std::optional<std::size_t> best_point(const SweepResult& result);

}  // namespace lookaside::reports
