// SPDX-License-Identifier: Apache-2.0
#include "reports/checks.h"

#include <fmt/format.h>

#include "reports/number_format.h"

namespace lookaside::reports {

Check check_progress(const Throughput& throughput) {
    return {"progress", throughput.completed > 0,
            fmt::format("{} requests completed in the window", throughput.completed)};
}

Check check_stage_sums(const RequestLog& log) {
    if (log.broken() > 0) {
        return {"stage sums", false,
                fmt::format("{} of {} requests, first {}", log.broken(), log.completed(),
                            log.first_broken())};
    }
    return {"stage sums", true,
            fmt::format("the stages of all {} requests add up to their latency", log.completed())};
}

Check check_utilisation(const std::vector<ResourceReport>& resources) {
    // Busy time and window are whole picoseconds, their quotient is not.
    constexpr double rounding = 1e-9;
    for (const ResourceReport& resource : resources) {
        if (resource.utilisation > 1.0 + rounding || resource.utilisation < 0.0) {
            return {"utilisation", false,
                    fmt::format("{} is busy for {} ps of {} server(s), {:.4f} of the window",
                                resource.usage.name, resource.usage.busy.count(),
                                resource.usage.servers, resource.utilisation)};
        }
    }
    return {"utilisation", true, "no resource is busy for longer than the window"};
}

Check check_littles_law(const std::vector<ResourceReport>& resources) {
    std::size_t checked = 0;
    for (const ResourceReport& resource : resources) {
        if (!resource.littles_law) {
            continue;
        }
        ++checked;
        const LittlesLaw& law = *resource.littles_law;
        if (!law.holds) {
            return {"Little's law", false,
                    fmt::format("{}: L = {:.6g}, lambda W = {:.6g}, {:.3g} % apart, tolerance "
                                "{:.3g} %: jobs are counted wrongly, or its queue was still "
                                "growing or draining (longer run.warmup, less load)",
                                resource.usage.name, law.mean_jobs, law.rate_times_wait,
                                100.0 * law.deviation, 100.0 * law.tolerance)};
        }
    }
    return {"Little's law", true,
            fmt::format("L = lambda W within tolerance at {} resources", checked)};
}

Check check_bounds(const Bounds& bounds, const Throughput& throughput, Picoseconds window,
                   Picoseconds longest_latency) {
    const double seconds = to_seconds(window);
    const double forgiven = 1.0 + throughput.packets_per_s * to_seconds(longest_latency);
    const auto completed = static_cast<double>(throughput.completed);
    for (const Bound& bound : bounds.all) {
        if (bound.basis == BoundBasis::offered) {
            continue;
        }
        if (completed > bound.packets_per_s * seconds + forgiven) {
            return {"bounds", false,
                    fmt::format("{:.6g} packets/s measured, but {} allows {:.6g} ({})",
                                throughput.packets_per_s, bound.name, bound.packets_per_s,
                                bound.description)};
        }
    }
    return {"bounds", true, fmt::format("throughput is below all {} ceilings", bounds.all.size())};
}

Check check_integrity(const Integrity& integrity, const Throughput& throughput) {
    if (integrity.mismatches > 0) {
        return {"integrity", false,
                fmt::format("{} of {} results are wrong, first {}", integrity.mismatches,
                            integrity.checked, integrity.first_mismatch)};
    }
    if (integrity.checked + integrity.without_result < throughput.completed) {
        return {"integrity", false,
                fmt::format("only {} of {} results were compared with the reference",
                            integrity.checked, throughput.completed)};
    }
    return {"integrity", true, fmt::format("{} results equal the reference", integrity.checked)};
}

}  // namespace lookaside::reports
