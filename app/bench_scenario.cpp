// SPDX-License-Identifier: Apache-2.0
#include "app/bench_scenario.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <memory>

#include "app/bench_engine.h"
#include "app/cpu_clock.h"
#include "app/fpga_run.h"
#include "base/error.h"
#include "scenarios/project_folder.h"
#include "scenarios/scenario.h"

namespace lookaside::app {
namespace {

/// What an engine cost and did.
struct EngineCost {
    double cpu_seconds = 0.0;
    Cycles cycles = 0;
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

ScenarioBenchResult measure(bool rtl) {
    constexpr double bare_seconds = 0.5;
    const double bare_ns = rtl ? bench_engine({}, bare_seconds).ns_per_cycle : 0.0;

    const auto folder = scenarios::project_scenarios_folder();
    const std::vector<std::string> sets{rtl ? "fidelity.engine=rtl" : "fidelity.engine=timed",
                                        rtl ? "run.window=500 ms" : "run.window=1 s"};
    const auto config = scenarios::load_scenario(folder / "fpga-ipsec-pc.toml", sets);
    EngineCost cost;
    FpgaRunOptions options;
    options.folder = folder;
    if (rtl) {
        options.wrap_engine = [&cost](std::unique_ptr<crypto::Engine> engine) {
            return std::make_unique<MeasuredEngine>(std::move(engine), cost);
        };
    }
    const double start = cpu_seconds_now();
    const RunOutcome outcome = run_fpga_system(config, options);
    const double spent = cpu_seconds_now() - start;

    ScenarioBenchResult result;
    result.packets_per_cpu_second = static_cast<double>(outcome.requests_simulated) / spent;
    if (rtl) {
        const double inside_ns = 1e9 * cost.cpu_seconds / static_cast<double>(cost.cycles);
        result.engine_speed_share = bare_ns / inside_ns;
    }
    return result;
}

}  // namespace

ScenarioBenchResult bench_scenario(bool rtl) {
    int ends[2];
    if (pipe(ends) != 0) {
        throw SimulationError("bench: no pipe to the measuring process");
    }
    const pid_t child = fork();
    if (child == 0) {
        ScenarioBenchResult result;
        try {
            result = measure(rtl);
        } catch (const std::exception&) {
            _exit(EXIT_FAILURE);
        }
        const bool sent = write(ends[1], &result, sizeof result) == sizeof result;
        _exit(sent ? EXIT_SUCCESS : EXIT_FAILURE);
    }
    close(ends[1]);
    ScenarioBenchResult result;
    const bool received = child > 0 && read(ends[0], &result, sizeof result) == sizeof result;
    close(ends[0]);
    if (child > 0) {
        waitpid(child, nullptr, 0);
    }
    if (!received) {
        throw SimulationError("bench: the scenario could not be run; `lookaside run` shows why");
    }
    return result;
}

}  // namespace lookaside::app
