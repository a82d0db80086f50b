// SPDX-License-Identifier: Apache-2.0
// What limited a run, in words an architect can act on.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "reports/request_log.h"
#include "reports/resource_report.h"
#include "reports/stage_group.h"

namespace lookaside::reports {

/// How the workload and the driver admit requests.
struct Load {
    /// Requests the workload keeps in flight; 0 in an open loop.
    std::uint64_t in_flight = 0;
    /// Open loop: mean rate of submissions; 0 in a closed loop.
    double offered_packets_per_s = 0.0;
    /// Requests the driver or the device lets be between `held_from` and `held_to` at once: 1 for a
    /// serial hand-shake, the number of card slots for a pipelined one. 0: there is no such limit.
    std::uint64_t driver_slots = 0;
    Moment held_from = Moment::dispatched;
    Moment held_to = Moment::completed;
    /// What these places are called, and who gives them.
    std::string slots_name = "driver slots";
    std::string slots_owner = "the driver handles";
};

/// A stage's part of the time a request is held, averaged over all requests.
struct HeldStage {
    std::string name;
    StageGroup group = StageGroup::driver_code;
    double mean_ps = 0.0;
};

/// A number of places and how long a request holds one on average: by Little's law their quotient
/// is a ceiling of throughput.
struct Hold {
    std::string name;         // "driver slots", "requests in flight"
    std::string description;  // "the driver handles 1 request at a time"
    std::uint64_t slots = 0;
    double mean_ps = 0.0;  // the sum of the stages
    std::vector<HeldStage> stages;
};

/// The holds of a load: the driver's, then the workload's; those without a limit are left out.
/// A workload that has more in flight than the driver takes queues behind the driver: the time in
/// lists is then a consequence of the driver's limit and no part of the workload's hold.
/// `requests` is the number that `stages` were measured over.
std::vector<Hold> holds_of(const Load& load, const std::vector<StageReport>& stages,
                           std::uint64_t requests);

enum class LimiterKind : std::uint8_t {
    resource,      // a resource is in demand nearly all the time
    offered_load,  // the workload asks for no more
    latency,       // too few requests in flight to keep any resource busy
    unknown        // no requests were logged and no resource is saturated
};
/// As spelt in result.json, for example "offered_load".
std::string_view name_of(LimiterKind kind);

struct GroupShare {
    StageGroup group = StageGroup::driver_code;
    double mean_ps = 0.0;  // a request
    double share = 0.0;    // of the held time
};

struct Limiter {
    LimiterKind kind = LimiterKind::unknown;
    std::string name;             // resource, "offered load", or the hold's name
    std::string busiest;          // resource most in demand; empty without resources
    double busiest_demand = 0.0;  // 0..1
    Hold hold;                    // of a latency bound; else slots = 0
    /// Mean share of the hold's places that are taken. Well below 1, something else limits as well.
    double occupancy = 0.0;
    std::vector<GroupShare> groups;         // of the held time, largest first
    std::vector<HeldStage> largest_stages;  // of the held time, at most three
    std::string summary;                    // one line
    std::string detail;                     // what it is made of, or what comes next; may be empty
};

/// From this demand on a resource counts as saturated.
inline constexpr double saturated_demand = 0.9;
/// From this share of the offered load on the workload counts as served.
inline constexpr double served_load = 0.98;

/// Below this occupancy a latency bound does not explain the whole throughput.
inline constexpr double full_occupancy = 0.9;

/// The sentence that says so.
std::string occupancy_remark(const Limiter& limiter);

/// Looks in this order: a saturated resource, offered load reached, the tightest hold.
/// `packets_per_s` is the measured throughput.
Limiter find_limiter(const std::vector<ResourceReport>& resources, const std::vector<Hold>& holds,
                     const Load& load, double packets_per_s);

}  // namespace lookaside::reports
