// SPDX-License-Identifier: Apache-2.0
// Runs scenarios in processes of their own: SystemC has one simulation a process.
#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace lookaside::app {

/// One run of a scenario.
struct Point {
    std::filesystem::path scenario;
    std::vector<std::string> sets;  // "path=value"
};

/// How it ended.
struct PointOutcome {
    int exit_status = 0;
    nlohmann::json result;  // result.json; null unless exit_status is 0 or 1
    std::string error;      // what the process wrote to standard error
};

/// Runs `lookaside run` for each point, `jobs` at a time, and returns the outcomes in the points'
/// order. `progress` is called after each with the number that is done. `program` is the path of
/// the lookaside executable.
std::vector<PointOutcome> run_points(const std::filesystem::path& program,
                                     const std::vector<Point>& points, unsigned jobs,
                                     const std::function<void(std::size_t)>& progress);

/// This executable's path.
std::filesystem::path this_program();

}  // namespace lookaside::app
