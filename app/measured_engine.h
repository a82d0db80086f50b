// SPDX-License-Identifier: Apache-2.0
// An engine that also counts what it costs to simulate, for benchmarks.
#pragma once

#include <memory>
#include <utility>

#include "app/cpu_clock.h"
#include "models/crypto/engine.h"

namespace lookaside::app {

/// What an engine, or several, cost and did.
struct EngineCost {
    double cpu_seconds = 0.0;
    Cycles cycles = 0;

    double ns_per_cycle() const { return 1e9 * cpu_seconds / static_cast<double>(cycles); }
};

/// Passes jobs on and adds up their cost.
class MeasuredEngine final : public crypto::Engine {
  public:
    MeasuredEngine(std::unique_ptr<crypto::Engine> engine, EngineCost& cost)
        : engine_(std::move(engine)), cost_(cost) {}

    crypto::JobResult run(const crypto::Job& job) override {
        const double start = cpu_seconds_now();
        crypto::JobResult result = engine_->run(job);
        cost_.cpu_seconds += cpu_seconds_now() - start;
        cost_.cycles += result.cycles;
        return result;
    }
    std::string_view fidelity() const override { return engine_->fidelity(); }

  private:
    std::unique_ptr<crypto::Engine> engine_;
    EngineCost& cost_;
};

}  // namespace lookaside::app
