// SPDX-License-Identifier: Apache-2.0
// Utilisation and queue length of a resource, with Little's law checked.
#pragma once

#include <optional>
#include <string>

#include "base/statistics.h"
#include "base/units.h"

namespace lookaside::reports {

/// Little's law L = lambda * W, its two sides counted independently: L from the time integral of
/// the jobs present, W from the residence stamped on each job served.
struct LittlesLaw {
    double mean_jobs = 0.0;        // L, from the time integral
    double rate_times_wait = 0.0;  // lambda * W, from the jobs served
    double deviation = 0.0;        // |L - lambda W| / max of both
    double tolerance = 0.0;        // what the edges of the window may explain
    bool holds = true;
};

struct ResourceReport {
    ResourceUsage usage;
    double utilisation = 0.0;  // busy / (servers * window), 0..1
    double demand = 0.0;       // the same without what was spent spinning
    double mean_jobs = 0.0;    // jobs_time_integral / window
    double served_per_s = 0.0;
    double mean_service_ps = 0.0;  // (busy - spinning) / served; 0 if nothing was served
    /// Absent if the resource does not stamp residences, or served too few jobs to tell.
    std::optional<LittlesLaw> littles_law;
};

/// Served jobs from which on Little's law is checked: below, the window's edges hide any error.
inline constexpr std::uint64_t littles_law_least_served = 100;

/// Tolerance of the check. A job that is present when the window opens or closes is counted in part
/// by one side and wholly or not at all by the other, so with n jobs served the sides differ by
/// about L / n a window edge; twice that for each edge, one job more, and 0.5 % for queues that
/// happen to be longer at an edge than on average.
double littles_law_tolerance(double mean_jobs, std::uint64_t served);

/// `window` is positive.
ResourceReport make_resource_report(const ResourceUsage& usage, Picoseconds window);

}  // namespace lookaside::reports
