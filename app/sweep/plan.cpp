// SPDX-License-Identifier: Apache-2.0
#include "app/sweep/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "base/error.h"
#include "scenarios/scenario.h"

namespace lookaside::sweep {
namespace {

Grid grid_of(const std::vector<std::string>& vary) {
    std::vector<Axis> axes;
    for (const std::string& spec : vary) {
        axes.push_back(Axis::parse(spec));
    }
    return Grid(std::move(axes));
}

/// What is wrong with the scenario before anything is varied; none if it is fine.
std::optional<std::string> complaint_of_scenario(const SweepRequest& request) {
    try {
        scenarios::load_scenario(request.scenario, request.sets);
        return std::nullopt;
    } catch (const InputError& error) {
        return error.what();
    }
}

/// Points that would be one, or would overwrite each other's capture.
class Twins {
  public:
    explicit Twins(const Plan& plan) : plan_(plan) {}

    void add(std::uint64_t point, const Digest& configuration,
             const scenarios::ScenarioConfig& config) {
        const auto [twin, is_new] = configurations_.try_emplace(configuration, point);
        if (!is_new) {
            throw InputError(fmt::format("{} and {} are the same; leave one out",
                                         plan_.point_label(twin->second),
                                         plan_.point_label(point)));
        }
        const auto& capture = config.workload.output_capture;
        if (capture.is_set() && plan_.runs() > 1 &&
            (plan_.request().repeat > 1 ||
             !captures_.try_emplace(capture.resolved, point).second)) {
            throw InputError(fmt::format(
                "workload.output_capture: every run would write {}; vary the name, or leave it out",
                capture.given));
        }
    }

  private:
    const Plan& plan_;
    std::map<Digest, std::uint64_t> configurations_;
    std::map<std::filesystem::path, std::uint64_t> captures_;
};

}  // namespace

Plan::Plan(SweepRequest request) : request_(std::move(request)), grid_(grid_of(request_.vary)) {
    for (const std::string& name : grid_.names()) {
        for (const std::string& set : request_.sets) {
            if (set.starts_with(name + "=")) {
                throw InputError(
                    fmt::format("--set {}: --vary moves {}; leave one of the two out", set, name));
            }
        }
        if (name == "run.seed" && request_.repeat > 1) {
            throw InputError("--vary run.seed: --repeat moves the seed; leave one of the two out");
        }
    }
}

scenarios::ScenarioConfig Plan::point_configuration(std::uint64_t point) const {
    std::vector<std::string> sets = request_.sets;
    for (const Assignment& assignment : grid_.point(point)) {
        sets.push_back(assignment.name + "=" + assignment.value);
    }
    try {
        return scenarios::load_scenario(request_.scenario, sets);
    } catch (const InputError& error) {
        const auto complaint = complaint_of_scenario(request_);
        if (complaint && *complaint == error.what()) {
            throw;
        }
        throw InputError(fmt::format("{}: {}", point_label(point), error.what()));
    }
}

scenarios::ScenarioConfig Plan::run_configuration(std::uint64_t run) const {
    scenarios::ScenarioConfig config = point_configuration(point_of(run));
    config.run.seed += run % request_.repeat;
    return config;
}

std::string Plan::point_label(std::uint64_t point) const {
    return fmt::format("point {} ({})", point, label(grid_.point(point)));
}

Survey survey(const Plan& plan, IdentityMaker& identities) {
    Survey result;
    Twins twins(plan);
    const std::filesystem::path folder = plan.request().scenario.parent_path();
    std::string all;
    for (std::uint64_t point = 0; point < plan.points(); ++point) {
        scenarios::ScenarioConfig config = plan.point_configuration(point);
        for (unsigned repeat = 0; repeat < plan.request().repeat; ++repeat, ++config.run.seed) {
            const Digest configuration = identities.configuration(config, folder);
            if (repeat == 0) {
                twins.add(point, configuration, config);
            }
            result.runs.push_back(identities.run(configuration));
            all.append(configuration.begin(), configuration.end());
        }
    }
    for (const Axis& axis : plan.grid().axes()) {
        all += axis.spec() + '\n';
    }
    result.grid = digest_of(all);
    return result;
}

}  // namespace lookaside::sweep
