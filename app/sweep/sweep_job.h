// SPDX-License-Identifier: Apache-2.0
// What `lookaside sweep` does with its options.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace lookaside::app {

struct SweepOptions {
    std::filesystem::path scenario;  // empty: that of the plan in `out`
    std::vector<std::string> vary;
    std::vector<std::string> sets;
    std::filesystem::path out;
    unsigned jobs = 1;
    std::optional<unsigned> repeat;
    std::optional<double> timeout_s;
    bool resume = false;
    bool retry_failed = false;
    bool plan_only = false;
    bool yes = false;
};

/// Plans, executes and gathers the sweep; prints its table. Returns the exit status, 128 + signal
/// if the user stopped it. Throws InputError.
int sweep_scenario(const SweepOptions& options);

}  // namespace lookaside::app
