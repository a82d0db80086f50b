// SPDX-License-Identifier: Apache-2.0
// Runs a scenario that ships with the program, as a user would, and reads what it reports.
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "tests/cli/command.h"

namespace lookaside::cli {

/// Parameters to change, as path and value.
using Settings = std::vector<std::pair<std::string, std::string>>;

/// The start of a command line that runs `scenario` (its name without .toml) with `settings`.
std::string run_command(const std::string& scenario, const Settings& settings);

/// The result of a run that must end with status 0 and all its checks passed.
nlohmann::json run_scenario(const std::string& scenario, const Settings& settings);

/// What a run wrote for every request: column name to picoseconds (or a count). Moments that a
/// request does not have are absent.
using RequestRow = std::map<std::string, long long>;
struct DetailedRun {
    nlohmann::json result;
    std::vector<std::string> columns;
    std::vector<RequestRow> requests;
};
DetailedRun run_with_requests(const std::string& scenario, const Settings& settings);

/// Throughput of payload.
double mbit_per_s(const nlohmann::json& result);
/// A published statistic; fails the test if there is none of that name.
double statistic(const nlohmann::json& result, const std::string& name);
/// The bytes of a file.
std::string contents_of(const std::filesystem::path& file);

}  // namespace lookaside::cli
