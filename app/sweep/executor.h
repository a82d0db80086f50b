// SPDX-License-Identifier: Apache-2.0
// Where the runs of a sweep are executed: this machine, or a cluster.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace lookaside::sweep {

/// How the process of a run ended. Its result is in the run store.
struct Ending {
    std::uint64_t run = 0;
    int exit_status = 0;
    int signal = 0;  // that ended it; 0: none
    bool timed_out = false;
    std::string error;  // last lines of its standard error
};

/// Does each run as `lookaside run-point FOLDER RUN`.
class Executor {
  public:
    virtual ~Executor() = default;

    /// Calls `ended` for every run in the order in which they end, from within this call. Throws
    /// app::Interrupted if the user stops the sweep, and what `ended` throws; either way no process
    /// is left behind.
    virtual void execute(const std::vector<std::uint64_t>& runs,
                         const std::function<void(const Ending&)>& ended) = 0;
};

}  // namespace lookaside::sweep
