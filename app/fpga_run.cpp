// SPDX-License-Identifier: Apache-2.0
#include "app/fpga_run.h"

#include <fmt/format.h>

#include "app/fpga_facts.h"
#include "app/fpga_hardware.h"
#include "app/fpga_software.h"
#include "app/measurement.h"
#include "app/run_loop.h"
#include "scenarios/cpu_profile.h"

namespace lookaside::app {
namespace {

namespace card = datasheet::ipsec_card;
using scenarios::ScenarioConfig;
using scenarios::WorkloadKind;

class FpgaRun final : public SimulatedSystem {
  public:
    FpgaRun(const ScenarioConfig& config, const FpgaRunOptions& options)
        : config_(config),
          options_(options),
          cpu_(scenarios::load_cpu_profile(config.host.cpu, options.folder)),
          measurement_(statistics_, options.requests_csv),
          timelines_(card::slot_count),
          hardware_(config, options.wrap_engine(make_engine(config)), statistics_, timelines_),
          software_(config, cpu_, hardware_.fabric(), statistics_, timelines_, measurement_,
                    replay_hooks()),
          loop_(config.run, *this, measurement_, options.progress) {}

    RunOutcome run() {
        for (const std::string& line : software_.describe_capture()) {
            options_.remark(line);
        }
        loop_.boot();
        if (replays_capture()) {
            loop_.run_to_end();
        } else {
            loop_.measure();
        }
        hardware_.fabric().check_at_end();
        RunOutcome outcome{summarise(), measurement_.finished()};
        if (outcome.result.passed()) {
            software_.commit_output();
        }
        measurement_.commit_csv();
        return outcome;
    }

    Agenda& agenda() override { return hardware_.fabric().agenda(); }
    bool booted() const override { return software_.booted(); }
    void stop_workload() override { software_.stop_workload(); }
    bool workload_finished() const override { return software_.workload_finished(); }
    std::uint64_t requests_in_flight() const override { return software_.outcome().in_flight; }
    bool waits_for_arrivals() const override {
        const auto& workload = config_.workload;
        const bool own_times =
            workload.kind == WorkloadKind::open_loop ||
            (replays_capture() && workload.pace == scenarios::CapturePace::captured);
        return own_times && requests_in_flight() == 0;
    }
    void describe_waits(std::vector<std::string>& lines) const override {
        software_.describe_waits(lines);
        hardware_.describe_waits(lines);
    }

  private:
    bool replays_capture() const { return config_.workload.kind == WorkloadKind::capture; }

    /// A replay is measured from its first packet to its last, without warm-up.
    FpgaSoftware::Hooks replay_hooks() {
        if (!replays_capture()) {
            return {};
        }
        return {.on_start = [this] { measurement_.open(agenda().now()); },
                .on_finish = [this] { measurement_.close(agenda().now()); }};
    }

    reports::RunResult summarise() const {
        reports::RunFacts facts =
            fpga_facts(config_, measurement_, software_.outcome(), software_.cpu_count());
        facts.checks.push_back(card_rules_check(hardware_.broken_card_rules()));
        return reports::summarise(std::move(facts));
    }

    const ScenarioConfig& config_;
    const FpgaRunOptions& options_;
    const os::CpuProfile cpu_;
    StatisticsRegistry statistics_;
    Measurement measurement_;
    SlotTimelines timelines_;
    FpgaHardware hardware_;
    FpgaSoftware software_;
    RunLoop loop_;
};

}  // namespace

RunOutcome run_fpga_system(const ScenarioConfig& config, const FpgaRunOptions& options) {
    FpgaRun run(config, options);
    return run.run();
}

}  // namespace lookaside::app
