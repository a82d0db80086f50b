// SPDX-License-Identifier: Apache-2.0
// The progress bar of a sweep.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "app/output.h"
#include "app/sweep/plan.h"
#include "reports/sweep_result.h"

namespace lookaside::app {

/// Shows how many runs are done, how many a second, how long the rest takes at this rate, and the
/// point of the highest throughput so far.
class SweepProgress {
  public:
    /// `done`: runs that earlier sweeps left.
    SweepProgress(const sweep::Plan& plan, std::uint64_t done);

    /// A run is over.
    void add(std::uint64_t run, const reports::SweepRun& outcome);
    /// Of what add() has seen so far.
    void show();

  private:
    const sweep::Plan& plan_;
    std::uint64_t before_;
    std::uint64_t done_;
    std::chrono::steady_clock::time_point start_;
    double best_mbit_per_s_ = 0.0;
    std::string best_;
    ProgressLine line_;
};

}  // namespace lookaside::app
