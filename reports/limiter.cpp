// SPDX-License-Identifier: Apache-2.0
#include "reports/limiter.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "reports/number_format.h"

namespace lookaside::reports {
namespace {

std::string requests_in_words(std::uint64_t count) {
    return fmt::format("{} request{}", count, count == 1 ? "" : "s");
}

/// The hold that consists of the wanted stages.
template <typename Wanted>
Hold make_hold(std::string name, std::string description, std::uint64_t slots,
               const std::vector<StageReport>& stages, std::uint64_t requests, Wanted wanted) {
    Hold hold{std::move(name), std::move(description), slots, 0.0, {}};
    for (const StageReport& stage : stages) {
        if (wanted(stage)) {
            const double mean_ps =
                static_cast<double>(stage.duration.sum.count()) / static_cast<double>(requests);
            hold.stages.push_back({stage.name, stage.group, mean_ps});
            hold.mean_ps += mean_ps;
        }
    }
    return hold;
}

/// Resources by demand, the busiest first; equal ones in the order given.
std::vector<const ResourceReport*> by_demand(const std::vector<ResourceReport>& resources) {
    std::vector<const ResourceReport*> sorted;
    for (const ResourceReport& resource : resources) {
        sorted.push_back(&resource);
    }
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const auto* a, const auto* b) { return a->demand > b->demand; });
    return sorted;
}

std::vector<GroupShare> group_shares(const Hold& hold) {
    std::vector<GroupShare> shares;
    for (const StageGroup group : stage_groups) {
        double mean_ps = 0.0;
        for (const HeldStage& stage : hold.stages) {
            mean_ps += stage.group == group ? stage.mean_ps : 0.0;
        }
        if (mean_ps > 0.0) {
            shares.push_back({group, mean_ps, mean_ps / hold.mean_ps});
        }
    }
    std::stable_sort(shares.begin(), shares.end(),
                     [](const GroupShare& a, const GroupShare& b) { return a.share > b.share; });
    return shares;
}

std::vector<HeldStage> largest_of(const Hold& hold, std::size_t most) {
    std::vector<HeldStage> stages = hold.stages;
    std::stable_sort(stages.begin(), stages.end(),
                     [](const HeldStage& a, const HeldStage& b) { return a.mean_ps > b.mean_ps; });
    stages.resize(std::min(stages.size(), most));
    return stages;
}

std::string describe(const std::vector<GroupShare>& groups) {
    std::string text;
    for (const GroupShare& group : groups) {
        text += fmt::format("{}{} {} ({} us)", text.empty() ? "" : ", ", name_of(group.group),
                            percent(group.share), microseconds(group.mean_ps));
    }
    return text;
}

std::string describe(const std::vector<HeldStage>& stages) {
    std::string text;
    for (const HeldStage& stage : stages) {
        text += fmt::format("{}{} ({} us)", text.empty() ? "" : ", ", stage.name,
                            microseconds(stage.mean_ps));
    }
    return text;
}

void explain_latency(Limiter& limiter, const Hold& hold, double packets_per_s) {
    limiter.kind = LimiterKind::latency;
    limiter.name = hold.name;
    limiter.hold = hold;
    limiter.occupancy = packets_per_s * hold.mean_ps * 1e-12 / static_cast<double>(hold.slots);
    limiter.groups = group_shares(hold);
    limiter.largest_stages = largest_of(hold, 3);
    limiter.summary =
        fmt::format("latency: {}, {} us each", hold.description, microseconds(hold.mean_ps));
    if (!limiter.busiest.empty()) {
        limiter.summary += fmt::format("; no resource is saturated (busiest: {}, {})",
                                       limiter.busiest, percent(limiter.busiest_demand));
    }
    limiter.detail =
        fmt::format("Of these {} us: {}. Largest stages: {}.", microseconds(hold.mean_ps),
                    describe(limiter.groups), describe(limiter.largest_stages));
    if (limiter.occupancy < full_occupancy) {
        limiter.detail += ' ' + occupancy_remark(limiter);
    }
}

void explain_resource(Limiter& limiter, const std::vector<const ResourceReport*>& sorted) {
    limiter.kind = LimiterKind::resource;
    limiter.name = limiter.busiest;
    limiter.summary = fmt::format("{} ({}): in demand {} of the time", limiter.busiest,
                                  sorted[0]->usage.description, percent(limiter.busiest_demand));
    if (sorted.size() > 1) {
        limiter.detail = fmt::format("Next comes {} ({}) with {}.", sorted[1]->usage.name,
                                     sorted[1]->usage.description, percent(sorted[1]->demand));
    }
}

}  // namespace

std::string occupancy_remark(const Limiter& limiter) {
    return fmt::format("Only {} of the {} are taken on average: what leaves them empty limits too.",
                       percent(limiter.occupancy), limiter.hold.name);
}

std::string_view name_of(LimiterKind kind) {
    switch (kind) {
        case LimiterKind::resource:
            return "resource";
        case LimiterKind::offered_load:
            return "offered_load";
        case LimiterKind::latency:
            return "latency";
        case LimiterKind::unknown:
            return "unknown";
    }
    return "";
}

std::vector<Hold> holds_of(const Load& load, const std::vector<StageReport>& stages,
                           std::uint64_t requests) {
    std::vector<Hold> holds;
    if (requests == 0) {
        return holds;
    }
    if (load.driver_slots > 0) {
        holds.push_back(make_hold(
            load.slots_name,
            fmt::format("{} {} at a time", load.slots_owner, requests_in_words(load.driver_slots)),
            load.driver_slots, stages, requests, [&](const StageReport& stage) {
                return stage.from >= load.held_from && stage.to <= load.held_to;
            }));
    }
    if (load.in_flight > 0) {
        holds.push_back(make_hold(
            "requests in flight",
            fmt::format("the workload keeps {} in flight", requests_in_words(load.in_flight)),
            load.in_flight, stages, requests, [&](const StageReport& stage) {
                return load.in_flight <= load.driver_slots || stage.group != StageGroup::queueing;
            }));
    }
    std::erase_if(holds, [](const Hold& hold) { return hold.mean_ps <= 0.0; });
    return holds;
}

Limiter find_limiter(const std::vector<ResourceReport>& resources, const std::vector<Hold>& holds,
                     const Load& load, double packets_per_s) {
    Limiter limiter;
    const auto sorted = by_demand(resources);
    if (!sorted.empty()) {
        limiter.busiest = sorted[0]->usage.name;
        limiter.busiest_demand = sorted[0]->demand;
    }
    if (limiter.busiest_demand >= saturated_demand) {
        explain_resource(limiter, sorted);
        return limiter;
    }
    if (load.offered_packets_per_s > 0.0 &&
        packets_per_s >= served_load * load.offered_packets_per_s) {
        limiter.kind = LimiterKind::offered_load;
        limiter.name = "offered load";
        limiter.summary = fmt::format("offered load: {} of the {} packets/s asked for are served",
                                      percent(packets_per_s / load.offered_packets_per_s),
                                      si_rate(load.offered_packets_per_s));
        return limiter;
    }
    const auto tightest =
        std::min_element(holds.begin(), holds.end(), [](const Hold& a, const Hold& b) {
            return static_cast<double>(a.slots) / a.mean_ps <
                   static_cast<double>(b.slots) / b.mean_ps;
        });
    if (tightest != holds.end()) {
        explain_latency(limiter, *tightest, packets_per_s);
        return limiter;
    }
    limiter.summary = "unknown: no resource is saturated and no requests were logged";
    return limiter;
}

}  // namespace lookaside::reports
