// SPDX-License-Identifier: Apache-2.0
// What the runs of a sweep left behind, each in a folder named after its identity.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "app/sweep/digest.h"
#include "reports/sweep_result.h"

namespace lookaside::sweep {

/// A run leaves result.json, as `lookaside run` writes it, unless it failed, and then outcome.json:
/// how it ended, its figures, and the hash of result.json. A run is over once outcome.json is
/// there. Both appear whole or not at all.
class RunStore {
  public:
    /// `folder`: the sweep's.
    explicit RunStore(const std::filesystem::path& folder) : points_(folder / "points") {}

    enum class State : std::uint8_t { missing, broken, done };
    struct Entry {
        State state = State::missing;
        reports::SweepRun run;  // if done
        std::string why;        // if broken: "result.json is corrupt"
    };
    /// `identity`: 64 digits.
    Entry look(const std::string& identity) const;

    /// Throw InputError as reports::AtomicFile does.
    void save(const std::string& identity, const reports::RunResult& result) const;
    void save_failure(const std::string& identity, const reports::SweepRun& run) const;
    /// Removes what a run left, so that it can be done again.
    void clear(const std::string& identity) const;

    /// Below the sweep's folder: "points/0123456789abcdef".
    static std::string folder_name(const std::string& identity);

  private:
    std::filesystem::path folder_of(const std::string& identity) const;
    void write_outcome(const std::string& identity, const reports::SweepRun& run,
                       const std::string& result_sha256) const;

    std::filesystem::path points_;
};

}  // namespace lookaside::sweep
