// SPDX-License-Identifier: Apache-2.0
// A sweep's points and runs, and the configuration of each.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "app/sweep/digest.h"
#include "app/sweep/grid.h"
#include "app/sweep/identity.h"
#include "scenarios/config.h"

namespace lookaside::sweep {

/// What the user asks for.
struct SweepRequest {
    std::filesystem::path scenario;
    std::vector<std::string> sets;  // "path=value", at every point
    std::vector<std::string> vary;  // axis.h
    unsigned repeat = 1;            // runs of each point, with seeds run.seed, run.seed + 1, ...
};

/// Runs are numbered by point, then by repeat: run n is repeat n % repeat of point n / repeat.
class Plan {
  public:
    /// Throws InputError for a --vary that is spelt wrong, or that fights with --set or --repeat.
    explicit Plan(SweepRequest request);

    const SweepRequest& request() const { return request_; }
    const Grid& grid() const { return grid_; }
    std::uint64_t points() const { return grid_.size(); }
    std::uint64_t runs() const { return points() * request_.repeat; }
    std::uint64_t point_of(std::uint64_t run) const { return run / request_.repeat; }

    /// The checked configuration of a point, with the seed of its first run. Throws InputError
    /// "point 3 (fabric.lanes=8): what", or without the point if the scenario itself is to blame.
    scenarios::ScenarioConfig point_configuration(std::uint64_t point) const;
    /// The same with the seed of one run.
    scenarios::ScenarioConfig run_configuration(std::uint64_t run) const;
    /// "point 3 (fabric.lanes=8)"
    std::string point_label(std::uint64_t point) const;

  private:
    SweepRequest request_;
    Grid grid_;
};

/// What a plan is known by.
struct Survey {
    std::vector<Digest> runs;  // identity of each run
    Digest grid{};             // of all configurations and the axes, whatever the program
};

/// Checks every point before anything is run. Throws InputError as Plan::point_configuration(), and
/// for two points that are the same or that would write the same file.
Survey survey(const Plan& plan, IdentityMaker& identities);

}  // namespace lookaside::sweep
