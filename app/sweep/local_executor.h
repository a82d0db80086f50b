// SPDX-License-Identifier: Apache-2.0
// Executes runs on this machine, a number of processes at a time.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <utility>

#include "app/sweep/executor.h"

namespace lookaside::sweep {

struct LocalExecutorOptions {
    std::filesystem::path program;  // the lookaside executable
    std::filesystem::path folder;   // the sweep's
    unsigned jobs = 1;
    /// Wall time after which a run is killed; none: never.
    std::optional<std::chrono::duration<double>> timeout;
};

class LocalExecutor final : public Executor {
  public:
    explicit LocalExecutor(LocalExecutorOptions options) : options_(std::move(options)) {}

    void execute(const std::vector<std::uint64_t>& runs,
                 const std::function<void(const Ending&)>& ended) override;

  private:
    LocalExecutorOptions options_;
};

}  // namespace lookaside::sweep
