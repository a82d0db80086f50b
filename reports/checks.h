// SPDX-License-Identifier: Apache-2.0
// What must hold in every run, whatever it simulates.
#pragma once

#include <vector>

#include "reports/result.h"

namespace lookaside::reports {

/// Some request completed.
Check check_progress(const Throughput& throughput);
/// The stages of every request add up to its latency.
Check check_stage_sums(const RequestLog& log);
/// No resource is busy for longer than the window is.
Check check_utilisation(const std::vector<ResourceReport>& resources);
/// L = lambda * W within the stated tolerance, wherever residences are stamped.
Check check_littles_law(const std::vector<ResourceReport>& resources);
/// Throughput is not above a ceiling. Packets that used the resource before the window opened and
/// complete in it are forgiven: as many as complete during the longest latency, and one more.
/// Offered load is no ceiling to check: random arrivals may exceed their mean.
Check check_bounds(const Bounds& bounds, const Throughput& throughput, Picoseconds window,
                   Picoseconds longest_latency);
/// Every completed request was compared with the golden reference, and equal.
Check check_integrity(const Integrity& integrity, const Throughput& throughput);

}  // namespace lookaside::reports
