// SPDX-License-Identifier: Apache-2.0
#include "app/array_run.h"

#include "app/array_facts.h"
#include "app/array_hardware.h"
#include "app/array_software.h"
#include "app/measurement.h"
#include "app/run_loop.h"
#include "scenarios/cpu_profile.h"

namespace lookaside::app {
namespace {

using scenarios::ScenarioConfig;

class ArrayRun final : public SimulatedSystem {
  public:
    ArrayRun(const ScenarioConfig& config, const RunOptions& options, array::EngineCores cores)
        : config_(config),
          cpu_(scenarios::load_cpu_profile(config.host.cpu, options.folder)),
          measurement_(statistics_, options.requests_csv),
          timelines_(drivers::engine_array::timeline_slots),
          hardware_(config, std::move(cores), statistics_, timelines_),
          software_(config, cpu_, hardware_.fabric(), statistics_, timelines_, measurement_),
          loop_(config.run, *this, measurement_, options.progress) {}

    RunOutcome run() {
        loop_.boot();
        loop_.measure();
        hardware_.fabric().check_at_end();
        RunOutcome outcome{summarise(), measurement_.finished()};
        measurement_.commit_csv();
        return outcome;
    }

    Agenda& agenda() override { return hardware_.fabric().agenda(); }
    bool booted() const override { return software_.booted(); }
    void stop_workload() override { software_.stop_workload(); }
    bool workload_finished() const override { return software_.workload_finished(); }
    std::uint64_t requests_in_flight() const override { return software_.outcome().in_flight; }
    bool waits_for_arrivals() const override { return false; }
    void describe_waits(std::vector<std::string>& lines) const override {
        software_.describe_waits(lines);
        hardware_.describe_waits(lines);
    }

  private:
    reports::RunResult summarise() const {
        reports::RunFacts facts = array_facts(config_, measurement_, software_.outcome(),
                                              hardware_.card(), software_.cpu_count());
        for (std::string& line : software_.timeouts()) {
            facts.remarks.push_back(std::move(line));
        }
        return reports::summarise(std::move(facts));
    }

    const ScenarioConfig& config_;
    const os::CpuProfile cpu_;
    StatisticsRegistry statistics_;
    Measurement measurement_;
    SlotTimelines timelines_;
    ArrayHardware hardware_;
    ArraySoftware software_;
    RunLoop loop_;
};

}  // namespace

RunOutcome run_array_system(const ScenarioConfig& config, const RunOptions& options) {
    return run_array_system(config, options, make_engine_cores(config));
}

RunOutcome run_array_system(const ScenarioConfig& config, const RunOptions& options,
                            array::EngineCores cores) {
    ArrayRun run(config, options, std::move(cores));
    return run.run();
}

}  // namespace lookaside::app
