// SPDX-License-Identifier: Apache-2.0
// A sweep from its plan to its results: what is there, what is to be done, what came of it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/sweep/executor.h"
#include "app/sweep/plan.h"
#include "app/sweep/run_store.h"
#include "app/sweep/sweep_folder.h"
#include "reports/sweep_result.h"

namespace lookaside::sweep {

class Session {
  public:
    /// The folder has the plan already.
    Session(const Plan& plan, const Survey& survey, const SweepFolder& folder);

    /// Reads what earlier sweeps left. `retry_failed`: runs without a result are done again.
    /// `remark` is told of every result that is there but cannot be used.
    void look(bool retry_failed, const std::function<void(const std::string&)>& remark);
    std::uint64_t done() const { return done_; }
    std::uint64_t total() const { return runs_.size(); }

    /// Executes what is missing. `progress` is called after each run with its number. Throws as the
    /// executor, and InputError if a run could not write to the folder.
    void execute(Executor& executor, const std::function<void(std::uint64_t)>& progress);
    /// How a run ended; none if it is to be done.
    const std::optional<reports::SweepRun>& outcome(std::uint64_t run) const { return runs_[run]; }

    /// Once all runs are over.
    reports::SweepResult result(const std::string& program_version) const;

  private:
    void note(const Ending& ending);

    const Plan& plan_;
    const Survey& survey_;
    RunStore store_;
    std::vector<std::optional<reports::SweepRun>> runs_;
    std::uint64_t done_ = 0;
};

}  // namespace lookaside::sweep
