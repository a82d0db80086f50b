// SPDX-License-Identifier: Apache-2.0
// results.csv: one line a point of a sweep.
#pragma once

#include <string>
#include <string_view>

#include "reports/sweep_result.h"

namespace lookaside::reports {

/// A field by RFC 4180: quoted if it holds a comma, a quote or a line break.
std::string csv_field(std::string_view text);

/// The whole file; lines end in LF, as in requests.csv. Columns: point, the varied parameters,
/// status, the metrics (with repeats each is the mean, followed by <metric>_ci95), limiter,
/// busiest_resource, runs_count, exit_status, signal, error. A figure that is not there is empty.
std::string sweep_csv(const SweepResult& result);

}  // namespace lookaside::reports
