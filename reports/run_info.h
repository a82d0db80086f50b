// SPDX-License-Identifier: Apache-2.0
// run.json: what a run cost and where it ran. Kept apart from result.json, which is reproducible.
#pragma once

#include <chrono>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

namespace lookaside::reports {

struct RunInfo {
    std::string program_version;
    std::string host_name;
    std::string build_type;   // CMake's, "Release"
    std::string compiler;     // "GNU 12.2.0"
    std::string started_utc;  // ISO 8601, "2021-06-01T12:00:00Z"
    double wall_time_s = 0.0;
    double cpu_time_s = 0.0;  // user and system, of this process, since the stopwatch started
    std::uint64_t completed = 0;
    double packets_per_cpu_s = 0.0;
};

/// Measures the process it lives in.
class RunStopwatch {
  public:
    RunStopwatch();
    /// `completed`: requests simulated since the start, warm-up included.
    RunInfo finish(std::string program_version, std::uint64_t completed) const;

  private:
    std::chrono::system_clock::time_point date_;
    std::chrono::steady_clock::time_point wall_;
    double cpu_s_;
};

nlohmann::ordered_json to_json(const RunInfo& info);

}  // namespace lookaside::reports
