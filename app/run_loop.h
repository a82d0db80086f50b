// SPDX-License-Identifier: Apache-2.0
// The course of a run, the same for every system: boot, warm-up, measuring window, drain.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "app/measurement.h"
#include "models/base/agenda.h"
#include "scenarios/config.h"

namespace lookaside::app {

/// What a run needs to know of the system that it simulates.
class SimulatedSystem {
  public:
    virtual ~SimulatedSystem() = default;
    virtual Agenda& agenda() = 0;
    /// True once the workload has been started. Rethrows what went wrong on the way.
    virtual bool booted() const = 0;
    virtual void stop_workload() = 0;
    virtual bool workload_finished() const = 0;
    virtual std::uint64_t requests_in_flight() const = 0;
    /// True if nothing is in flight because the next request is not due yet.
    virtual bool waits_for_arrivals() const = 0;
    /// Who waits for what, a line each.
    virtual void describe_waits(std::vector<std::string>& lines) const = 0;
};

/// Advances a system in steps and watches over its progress. Throws SimulationError, with the
/// wait-for graph, if the run cannot complete.
class RunLoop {
  public:
    /// Called between steps: share of the run that is done, 0..1, and requests so far. May throw to
    /// end the run.
    using Progress = std::function<void(double, std::uint64_t)>;

    RunLoop(const scenarios::RunConfig& config, SimulatedSystem& system, Measurement& measurement,
            Progress progress)
        : config_(config),
          system_(system),
          measurement_(measurement),
          progress_(std::move(progress)) {}

    void boot();
    /// Warm-up, measuring window, and the way back of what is in flight then.
    void measure();
    /// For a workload that opens and closes the window itself: until its last request is back.
    void run_to_end();

  private:
    void warm_up();
    void run_window();
    void drain();
    void advance(Picoseconds duration);
    void show_progress(double done) { progress_(done, measurement_.finished()); }
    void check_watchdog();
    std::string with_waits(std::string message) const;

    const scenarios::RunConfig& config_;
    SimulatedSystem& system_;
    Measurement& measurement_;
    const Progress progress_;
    std::uint64_t last_finished_ = 0;
    SimTime last_progress_{0};
};

}  // namespace lookaside::app
