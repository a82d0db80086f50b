// SPDX-License-Identifier: Apache-2.0
#include "app/params_command.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "app/parameter_reference.h"
#include "base/error.h"
#include "scenarios/parameter.h"
#include "scenarios/scenario.h"

namespace lookaside::app {
namespace {

struct ParamsOptions {
    std::string name;
    std::string scenario;
    std::vector<std::string> sets;
    bool markdown = false;
};

/// The parameters named: all, a section's, or one.
std::vector<scenarios::Parameter> selected(const std::string& name) {
    std::vector<scenarios::Parameter> chosen;
    for (const auto& parameter : scenarios::parameters()) {
        if (name.empty() || parameter.name == name || parameter.section() == name) {
            chosen.push_back(parameter);
        }
    }
    if (chosen.empty()) {
        throw InputError(fmt::format("params {}: {}", name, scenarios::unknown_parameter(name)));
    }
    return chosen;
}

void show(const ParamsOptions& options) {
    const auto chosen = selected(options.name);
    if (options.markdown) {
        fmt::print("{}", markdown_reference(chosen));
    } else if (!options.scenario.empty()) {
        const auto config = scenarios::load_scenario(options.scenario, options.sets);
        fmt::print("{}", settings_table(scenarios::effective_settings(config), options.name));
    } else if (chosen.size() == 1) {
        fmt::print("{}", parameter_details(chosen.front()));
    } else {
        fmt::print("{}", parameter_list(chosen));
    }
}

}  // namespace

void add_params(CLI::App& program, int& /*exit_status*/) {
    auto options = std::make_shared<ParamsOptions>();
    auto* command = program.add_subcommand("params", "What can be set, and what a scenario sets");
    command->add_option("NAME", options->name, "a section or a parameter, as in fabric.lanes");
    auto* scenario = command->add_option("--scenario", options->scenario,
                                         "show this scenario's values and where each was set");
    command->add_option("--set", options->sets, "path=value, over the scenario file (repeatable)")
        ->needs(scenario)
        ->allow_extra_args(false);
    command->add_flag("--markdown", options->markdown, "print docs/parameters.md");
    command->callback([options] { show(*options); });
}

}  // namespace lookaside::app
