// SPDX-License-Identifier: Apache-2.0
// A scenario file of a test's own, deleted with it.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/error.h"
#include "scenarios/scenario.h"

namespace lookaside::scenarios {

class ScenarioFile {
  public:
    explicit ScenarioFile(const std::string& text) : folder_(own_folder()) {
        std::ofstream(path()) << text;
    }
    ~ScenarioFile() { std::filesystem::remove_all(folder_); }
    ScenarioFile(const ScenarioFile&) = delete;
    ScenarioFile& operator=(const ScenarioFile&) = delete;

    std::filesystem::path path() const { return folder_ / "test.toml"; }
    const std::filesystem::path& folder() const { return folder_; }

    ScenarioConfig load(const std::vector<std::string>& sets = {}) const {
        return load_scenario(path(), sets);
    }

    /// The message with which loading fails, without the folder's name; "" if it does not fail.
    std::string complaint(const std::vector<std::string>& sets = {}) const {
        try {
            load(sets);
            return "";
        } catch (const InputError& error) {
            std::string message = error.what();
            const std::string prefix = folder_.string() + "/";
            if (const auto at = message.find(prefix); at != std::string::npos) {
                message.erase(at, prefix.size());
            }
            return message;
        }
    }

  private:
    static std::filesystem::path own_folder() {
        std::string name = (std::filesystem::temp_directory_path() / "lookaside-XXXXXX").string();
        if (mkdtemp(name.data()) == nullptr) {
            throw std::runtime_error("no temporary folder can be made");
        }
        return name;
    }

    std::filesystem::path folder_;
};

/// The complaint about a pcie-link scenario with these lines in front of what makes it complete.
inline std::string link_complaint(const std::string& text,
                                  const std::vector<std::string>& sets = {}) {
    return ScenarioFile(text + "\n[system]\nkind = \"pcie-link\"\n").complaint(sets);
}

}  // namespace lookaside::scenarios
