// SPDX-License-Identifier: Apache-2.0
#include "reports/run_info.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <utility>

namespace lookaside::reports {
namespace {

double cpu_seconds() {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

std::string host_name() {
    std::array<char, 256> name{};
    return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown";
}

}  // namespace

RunStopwatch::RunStopwatch()
    : date_(std::chrono::system_clock::now()),
      wall_(std::chrono::steady_clock::now()),
      cpu_s_(cpu_seconds()) {}

RunInfo RunStopwatch::finish(std::string program_version, std::uint64_t completed) const {
    RunInfo info;
    info.program_version = std::move(program_version);
    info.host_name = host_name();
    info.build_type = LOOKASIDE_BUILD_TYPE;
    info.compiler = LOOKASIDE_COMPILER;
    info.started_utc = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}",
                                   fmt::gmtime(std::chrono::system_clock::to_time_t(date_)));
    info.wall_time_s =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - wall_).count();
    info.cpu_time_s = cpu_seconds() - cpu_s_;
    info.completed = completed;
    if (info.cpu_time_s > 0.0) {
        info.packets_per_cpu_s = static_cast<double>(completed) / info.cpu_time_s;
    }
    return info;
}

nlohmann::ordered_json to_json(const RunInfo& info) {
    return {{"program_version", info.program_version},
            {"host_name", info.host_name},
            {"build_type", info.build_type},
            {"compiler", info.compiler},
            {"started_utc", info.started_utc},
            {"wall_time_s", info.wall_time_s},
            {"cpu_time_s", info.cpu_time_s},
            {"completed_count", info.completed},
            {"packets_per_cpu_s", info.packets_per_cpu_s}};
}

}  // namespace lookaside::reports
