// SPDX-License-Identifier: Apache-2.0
#include "app/parameter_reference.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "app/output.h"

namespace lookaside::app {
namespace {

using scenarios::Parameter;
using scenarios::Scope;
using scenarios::Setting;

std::string default_of(const Parameter& parameter) {
    const std::string text = parameter.render(scenarios::ScenarioConfig{}).text();
    return text.empty() ? "none" : text;
}

std::string_view systems(Scope scope) {
    switch (scope) {
        case Scope::any_system:
            return "all";
        case Scope::fpga_ipsec:
            return "fpga-ipsec";
        case Scope::pcie_link:
            return "pcie-link";
        case Scope::engine_array:
            return "engine-array";
        case Scope::with_host:
            return "fpga-ipsec, engine-array";
    }
    return "";
}

std::string_view title(std::string_view section) {
    constexpr std::pair<std::string_view, std::string_view> titles[] = {
        {"system", "which system is simulated"},
        {"host", "the CPU and its memory"},
        {"fabric", "the PCIe link and both its ends"},
        {"device", "the FPGA card"},
        {"array", "the crypto-engine array card"},
        {"bus", "an eMMC bus of the array"},
        {"driver", "the card's driver"},
        {"stack", "the protocol above the crypto API"},
        {"workload", "what makes the requests"},
        {"fidelity", "how closely the parts are modelled"},
        {"run", "how long and how often"},
    };
    for (const auto& [name, text] : titles) {
        if (name == section) {
            return text;
        }
    }
    return "";
}

/// Calls visit(parameter, first of its section).
template <typename Visit>
void for_each(std::span<const Parameter> parameters, Visit&& visit) {
    std::string section;
    for (const Parameter& parameter : parameters) {
        visit(parameter, parameter.section() != section);
        section = parameter.section();
    }
}

/// Markdown takes a bar for the end of a table's cell.
std::string cell(std::string_view text) {
    std::string escaped;
    for (const char c : text) {
        escaped += c == '|' ? "\\" : "";
        escaped += c;
    }
    return escaped;
}

}  // namespace

std::string parameter_list(std::span<const Parameter> parameters) {
    std::string list;
    for_each(parameters, [&](const Parameter& parameter, bool first) {
        if (first) {
            list += fmt::format("{}{}  {}\n", list.empty() ? "" : "\n",
                                paint(Colour::bold, "[" + parameter.section() + "]"),
                                title(parameter.section()));
        }
        list += fmt::format("  {:<29} {:<20} {}\n", parameter.name, default_of(parameter),
                            parameter.help);
    });
    return list;
}

std::string parameter_details(const Parameter& parameter) {
    return fmt::format("{}\n  {}\n  type     {}\n  accepts  {}\n  default  {}\n  systems  {}\n",
                       paint(Colour::bold, parameter.name), parameter.help, parameter.type,
                       parameter.accepts, default_of(parameter), systems(parameter.scope));
}

std::string markdown_reference(std::span<const Parameter> parameters) {
    std::string page =
        "# Parameters\n\n"
        "Every value a scenario file or `--set section.key=value` can give. This page is written "
        "by `./lookaside params --markdown`;\n"
        "the declarations are in `scenarios/declare_*.cpp`, the defaults and their sources in "
        "`scenarios/config.h`.\n\n"
        "Sizes, durations, frequencies and rates are strings with a unit: `\"4 KiB\"`, `\"5 us\"`, "
        "`\"250 MHz\"`, `\"500 Mb/s\"`.\n"
        "Relative file names count from the scenario file, or from the working directory in "
        "`--set`.\n";
    for_each(parameters, [&](const Parameter& parameter, bool first) {
        if (first) {
            page += fmt::format(
                "\n## [{}]: {}\n\n| key | type | accepts | default | systems | "
                "meaning |\n|---|---|---|---|---|---|\n",
                parameter.section(), title(parameter.section()));
        }
        page += fmt::format("| `{}` | {} | {} | {} | {} | {} |\n", parameter.key(), parameter.type,
                            cell(parameter.accepts), cell(default_of(parameter)),
                            systems(parameter.scope), cell(parameter.help));
    });
    return page;
}

std::string settings_table(std::span<const Setting> settings, const std::string& name) {
    std::string table;
    for (const Setting& setting : settings) {
        if (!name.empty() && setting.name != name && !setting.name.starts_with(name + ".")) {
            continue;
        }
        const std::string value =
            setting.unit.empty() ? setting.value : setting.value + " " + setting.unit;
        const bool built_in = setting.origin == "default";
        table += fmt::format("{:<29} {:<24} {}\n", setting.name, value,
                             built_in ? paint(Colour::dim, setting.origin) : setting.origin);
    }
    return table;
}

}  // namespace lookaside::app
