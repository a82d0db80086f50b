// SPDX-License-Identifier: Apache-2.0
// What the checks across parameters stand on: complaints that start with the place of the mistake.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "host/os/cost.h"
#include "scenarios/config.h"

namespace lookaside::scenarios {

/// Knows where each value was set.
class Checker {
  public:
    Checker(const ScenarioConfig& config, std::filesystem::path folder)
        : config_(config), folder_(std::move(folder)) {}

    const ScenarioConfig& config() const { return config_; }
    /// Folder of the scenario file.
    const std::filesystem::path& folder() const { return folder_; }

    /// Throws if `wrong`, naming the place where `name` was set.
    void refuse_if(bool wrong, std::string_view name, const std::string& what) const {
        if (wrong) {
            refuse(name, what);
        }
    }
    [[noreturn]] void refuse(std::string_view name, const std::string& what) const;
    bool set_on_command_line(std::string_view name) const;
    /// The value of a parameter as the user would write it.
    std::string shown(std::string_view name) const;
    void refuse_missing_core(std::string_view name, unsigned core,
                             const os::CpuProfile& profile) const;

  private:
    const ScenarioConfig& config_;
    std::filesystem::path folder_;
};

/// Beyond what all systems have in common; throw InputError.
void check_fpga_ipsec(const Checker& checker);
void check_engine_array(const Checker& checker);

}  // namespace lookaside::scenarios
