// SPDX-License-Identifier: Apache-2.0
// From a scenario file and --set options to a checked configuration.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "scenarios/config.h"

namespace lookaside::scenarios {

/// Reads the file, lays each "path=value" of `sets` over it in their order, and checks the whole.
/// Throws InputError with one line: "file:line: section.key: what is wrong; use ...", or
/// "--set section.key=value: ..." if the option is to blame.
ScenarioConfig load_scenario(const std::filesystem::path& file,
                             std::span<const std::string> sets = {});

/// One line of the effective configuration.
struct Setting {
    std::string name;    // "fabric.mps"
    std::string value;   // "128"
    std::string unit;    // "B"; empty if the value has none
    std::string origin;  // "default", "fpga-ipsec-pc.toml:12" or "--set"
};

/// Every parameter that the configured system has, in the order of the declarations. Holds nothing
/// of the machine it was loaded on, so it may go into the result file.
std::vector<Setting> effective_settings(const ScenarioConfig& config);

}  // namespace lookaside::scenarios
