// SPDX-License-Identifier: Apache-2.0
// The folder of a sweep: its plan, so that any process can do any run, and a lock.
//
//   sweep.json             the plan
//   runs.txt               identity of each run, one a line
//   points/<identity>/     what each run left (run_store.h), by the identity's first 16 digits
//   results.csv, .json     once all runs are over
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "app/sweep/digest.h"
#include "app/sweep/plan.h"

namespace lookaside::sweep {

/// sweep.json.
struct StoredPlan {
    std::string program_version;
    std::string rtl_sha256;
    std::filesystem::path working_folder;  // what relative names in sets and vary count from
    SweepRequest request;
    std::string grid_sha256;
    std::uint64_t runs = 0;
};

class SweepFolder {
  public:
    explicit SweepFolder(std::filesystem::path path) : path_(std::move(path)) {}

    const std::filesystem::path& path() const { return path_; }
    bool has_plan() const;
    /// Whether there is anything in it that a sweep did not put there before its plan.
    bool is_taken() const;

    /// Throws InputError if there is none, or none that can be read.
    StoredPlan plan() const;
    /// Identity of a run, 64 digits. Throws InputError if the index has no such run.
    std::string identity(std::uint64_t run) const;
    /// Writes index and plan, the plan last. Throws InputError as reports::AtomicFile does.
    void write(const StoredPlan& plan, const Survey& survey) const;

  private:
    std::filesystem::path path_;
};

/// Makes the folder that a sweep was planned in the working directory, so that relative names mean
/// what they meant. Throws InputError.
void enter(const std::filesystem::path& working_folder);

/// Held by the one sweep that works in a folder; the system lets go of it if the process dies.
class FolderLock {
  public:
    /// Throws InputError if another process holds it.
    explicit FolderLock(const std::filesystem::path& folder);
    ~FolderLock();
    FolderLock(const FolderLock&) = delete;
    FolderLock& operator=(const FolderLock&) = delete;

  private:
    int descriptor_;
};

}  // namespace lookaside::sweep
