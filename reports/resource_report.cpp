// SPDX-License-Identifier: Apache-2.0
#include "reports/resource_report.h"

#include <algorithm>
#include <cmath>

namespace lookaside::reports {
namespace {

double count(Picoseconds span) {
    return static_cast<double>(span.count());
}

LittlesLaw check_littles_law(const ResourceUsage& usage, double window_ps) {
    LittlesLaw law;
    law.mean_jobs = usage.jobs_time_integral / window_ps;
    law.rate_times_wait = count(usage.residence) / window_ps;
    law.deviation = std::abs(law.mean_jobs - law.rate_times_wait) /
                    std::max(law.mean_jobs, law.rate_times_wait);
    law.tolerance = littles_law_tolerance(law.mean_jobs, usage.served);
    law.holds = law.deviation <= law.tolerance;
    return law;
}

}  // namespace

double littles_law_tolerance(double mean_jobs, std::uint64_t served) {
    return 0.005 + 4.0 * (mean_jobs + 1.0) / static_cast<double>(served);
}

ResourceReport make_resource_report(const ResourceUsage& usage, Picoseconds window) {
    ResourceReport report;
    const double window_ps = count(window);
    const double capacity_ps = window_ps * static_cast<double>(usage.servers);
    report.usage = usage;
    report.utilisation = count(usage.busy) / capacity_ps;
    report.demand = count(usage.busy - usage.spinning) / capacity_ps;
    report.mean_jobs = usage.jobs_time_integral / window_ps;
    report.served_per_s = static_cast<double>(usage.served) / to_seconds(window);
    if (usage.served > 0) {
        report.mean_service_ps =
            count(usage.busy - usage.spinning) / static_cast<double>(usage.served);
    }
    if (usage.residence > Picoseconds{0} && usage.served >= littles_law_least_served) {
        report.littles_law = check_littles_law(usage, window_ps);
    }
    return report;
}

}  // namespace lookaside::reports
