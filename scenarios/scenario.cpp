// SPDX-License-Identifier: Apache-2.0
#include "scenarios/scenario.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "scenarios/cross_checks.h"
#include "scenarios/parameter.h"
#include "scenarios/sweep_section.h"
#include "scenarios/toml_file.h"

namespace lookaside::scenarios {
namespace {

/// A value with its name and place, from either source.
struct Assignment {
    std::string name;
    RawValue value;
    Origin origin;
};

[[noreturn]] void refuse(const Assignment& assignment, const std::string& what) {
    const bool option = assignment.origin.source == Origin::Source::command_line;
    throw InputError(
        option ? fmt::format("{}: {}", assignment.origin.place, what)
               : fmt::format("{}: {}: {}", assignment.origin.place, assignment.name, what));
}

bool is_empty_section(const Assignment& assignment) {
    const auto sections = section_names();
    return assignment.value.kind == RawValue::Kind::section &&
           std::ranges::find(sections, assignment.name) != sections.end();
}

void apply(const Assignment& assignment, ScenarioConfig& config) {
    if (is_empty_section(assignment)) {
        return;
    }
    const Parameter* parameter = find_parameter(assignment.name);
    if (parameter == nullptr) {
        refuse(assignment, unknown_parameter(assignment.name));
    }
    try {
        parameter->read(assignment.value, config);
    } catch (const ValueError& error) {
        refuse(assignment, error.what());
    }
    config.origins[assignment.name] = assignment.origin;
}

std::vector<Assignment> from_file(const std::filesystem::path& file) {
    std::vector<Assignment> assignments;
    for (TomlEntry& entry : read_toml(file)) {
        if (is_of_sweep_section(entry.name)) {
            continue;
        }
        Origin origin{Origin::Source::file, fmt::format("{}:{}", file.string(), entry.line)};
        assignments.push_back({std::move(entry.name), std::move(entry.value), std::move(origin)});
    }
    return assignments;
}

std::string_view unquoted(std::string_view text) {
    const bool quoted = text.size() >= 2 && text.front() == '"' && text.back() == '"';
    return quoted ? text.substr(1, text.size() - 2) : text;
}

Assignment from_option(const std::string& set) {
    const auto equals = set.find('=');
    if (equals == std::string::npos || equals == 0) {
        throw InputError(fmt::format("--set {}: has no value; use --set section.key=value", set));
    }
    return {set.substr(0, equals),
            {RawValue::Kind::bare, std::string(unquoted(set.substr(equals + 1)))},
            {Origin::Source::command_line, "--set " + set}};
}

}  // namespace

ScenarioConfig load_scenario(const std::filesystem::path& file, std::span<const std::string> sets) {
    ScenarioConfig config;
    for (const Assignment& assignment : from_file(file)) {
        apply(assignment, config);
    }
    for (const std::string& set : sets) {
        apply(from_option(set), config);
    }
    check_scenario(config, file.parent_path());
    return config;
}

std::vector<Setting> effective_settings(const ScenarioConfig& config) {
    std::vector<Setting> settings;
    for (const Parameter& parameter : parameters()) {
        if (!parameter.belongs_to(config.system.kind)) {
            continue;
        }
        Rendered shown = parameter.render(config);
        const auto found = config.origins.find(parameter.name);
        std::string origin = "default";
        if (found != config.origins.end()) {
            origin = found->second.source == Origin::Source::command_line
                         ? "--set"
                         : std::filesystem::path(found->second.place).filename().string();
        }
        settings.push_back(
            {parameter.name, std::move(shown.value), std::move(shown.unit), std::move(origin)});
    }
    return settings;
}

}  // namespace lookaside::scenarios
