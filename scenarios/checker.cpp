// SPDX-License-Identifier: Apache-2.0
#include "scenarios/checker.h"

#include <fmt/format.h>

#include "base/error.h"
#include "scenarios/parameter.h"

namespace lookaside::scenarios {

void Checker::refuse(std::string_view name, const std::string& what) const {
    const auto found = config_.origins.find(name);
    if (found == config_.origins.end()) {
        throw InputError(fmt::format("{} ({} by default): {}", name, shown(name), what));
    }
    const Origin& origin = found->second;
    throw InputError(origin.source == Origin::Source::command_line
                         ? fmt::format("{}: {}", origin.place, what)
                         : fmt::format("{}: {}: {}", origin.place, name, what));
}

bool Checker::set_on_command_line(std::string_view name) const {
    const auto found = config_.origins.find(name);
    return found != config_.origins.end() && found->second.source == Origin::Source::command_line;
}

std::string Checker::shown(std::string_view name) const {
    return find_parameter(name)->render(config_).text();
}

void Checker::refuse_missing_core(std::string_view name, unsigned core,
                                  const os::CpuProfile& profile) const {
    refuse_if(core >= profile.cores, name,
              fmt::format("{} has {} cores; use 0 to {}", profile.name, profile.cores,
                          profile.cores - 1));
}

}  // namespace lookaside::scenarios
