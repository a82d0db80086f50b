// SPDX-License-Identifier: Apache-2.0
// Runs a command as a user's shell would, in an empty folder of its own.
#pragma once

#include <filesystem>
#include <string>

namespace lookaside::cli {

struct Finished {
    int status = 0;
    std::string out;
    std::string err;

    /// How many lines standard error has.
    long complaints() const;
};

/// A working directory that is deleted with the object.
class Workplace {
  public:
    Workplace();
    ~Workplace();
    Workplace(const Workplace&) = delete;
    Workplace& operator=(const Workplace&) = delete;

    const std::filesystem::path& folder() const { return folder_; }
    void write(const std::string& name, const std::string& text) const;
    /// Names of all files and folders in the working directory, sorted, one a line.
    std::string contents() const;

    /// Runs a shell command in the working directory, with `$lookaside` standing for the program,
    /// `$launcher` for the launcher and `$scenarios` for the folder of scenarios.
    Finished run(const std::string& command) const;

  private:
    std::filesystem::path folder_;
};

}  // namespace lookaside::cli
