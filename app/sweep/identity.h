// SPDX-License-Identifier: Apache-2.0
// What a run is known by: its result is valid as long as nothing of this changes.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "app/sweep/digest.h"
#include "scenarios/config.h"

namespace lookaside::sweep {

/// Hashes configurations together with the files that they name.
class IdentityMaker {
  public:
    /// `program`: version of the program and hash of its RTL, in any form.
    explicit IdentityMaker(std::string program) : program_(std::move(program)) {}

    /// Of every parameter of the system with its value, the CPU profile and the capture: where a
    /// value was set makes no difference. `folder` is the scenario file's.
    Digest configuration(const scenarios::ScenarioConfig& config,
                         const std::filesystem::path& folder);
    /// Of the configuration and the program that runs it.
    Digest run(const Digest& configuration) const;

  private:
    /// Files do not change while a sweep is planned.
    const std::string& content_digest(const std::filesystem::path& file);

    std::string program_;
    std::map<std::filesystem::path, std::string> files_;
};

}  // namespace lookaside::sweep
