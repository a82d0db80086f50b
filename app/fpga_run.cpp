// SPDX-License-Identifier: Apache-2.0
#include "app/fpga_run.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/fpga_facts.h"
#include "app/fpga_hardware.h"
#include "app/fpga_software.h"
#include "app/measurement.h"
#include "base/error.h"
#include "scenarios/cpu_profile.h"

namespace lookaside::app {
namespace {

namespace card = datasheet::ipsec_card;
using scenarios::ScenarioConfig;
using scenarios::WorkloadKind;

class FpgaRun {
  public:
    FpgaRun(const ScenarioConfig& config, const FpgaRunOptions& options)
        : config_(config),
          options_(options),
          cpu_(scenarios::load_cpu_profile(config.host.cpu, options.folder)),
          measurement_(statistics_),
          timelines_(card::slot_count),
          hardware_(config, options.wrap_engine(make_engine(config)), statistics_, timelines_),
          software_(config, cpu_, hardware_.agenda(), hardware_.memory(), hardware_.root_complex(),
                    statistics_, timelines_, measurement_, replay_hooks()) {
        if (options.requests_csv) {
            csv_.emplace(*options.requests_csv);
            measurement_.also_write(*csv_);
        }
    }

    FpgaRunOutcome run() {
        for (const std::string& line : software_.describe_capture()) {
            options_.remark(line);
        }
        boot();
        if (replays_capture()) {
            replay();
        } else {
            warm_up();
            measure();
            software_.stop_workload();
            drain();
        }
        hardware_.check_at_end();
        FpgaRunOutcome outcome{summarise(), measurement_.finished()};
        if (outcome.result.passed()) {
            software_.commit_output();
        }
        if (csv_) {
            csv_->commit();
        }
        return outcome;
    }

  private:
    // Short enough that progress and Ctrl-C feel prompt, long enough to cost nothing.
    static constexpr Picoseconds step = 1_ms;

    bool replays_capture() const { return config_.workload.kind == WorkloadKind::capture; }

    void boot() {
        while (!software_.booted()) {
            advance(step);
        }
    }
    void warm_up() {
        const SimTime end = sim_now() + config_.run.warmup;
        while (sim_now() < end) {
            advance(std::min(step, end - sim_now()));
        }
    }
    void measure() {
        const SimTime start = sim_now();
        measurement_.open(start);
        if (config_.run.requests != 0) {
            bool reached = false;
            measurement_.on_count(config_.run.requests, [&reached] {
                reached = true;
                sc_core::sc_pause();
            });
            while (!reached) {
                advance(step);
                show_progress(static_cast<double>(measurement_.log().completed()) /
                              static_cast<double>(config_.run.requests));
            }
        } else {
            const SimTime end = start + config_.run.window;
            while (sim_now() < end) {
                advance(std::min(step, end - sim_now()));
                show_progress(to_seconds(sim_now() - start) / to_seconds(config_.run.window));
            }
        }
        measurement_.close(sim_now());
    }
    void drain() {
        while (!software_.workload_finished()) {
            advance(step);
        }
        settle();
    }
    /// A replay is measured from its first packet to its last, without warm-up.
    FpgaSoftware::Hooks replay_hooks() {
        if (!replays_capture()) {
            return {};
        }
        return {.on_start = [this] { measurement_.open(sim_now()); },
                .on_finish = [this] { measurement_.close(sim_now()); }};
    }
    void replay() {
        while (!software_.workload_finished()) {
            advance(step);
            show_progress(0.0);
        }
        settle();
    }
    /// Lets what is still on its way on the link (interrupt re-enables, Acks) arrive.
    void settle() { advance(step); }

    void show_progress(double done) { options_.progress(done, measurement_.finished()); }

    void advance(Picoseconds duration) {
        hardware_.agenda().run_ahead_until(sim_now() + duration);
        try {
            sc_core::sc_start(to_sc_time(duration));
        } catch (const sc_core::sc_report& report) {
            throw SimulationError(with_waits(report.get_msg()));
        }
        software_.booted();  // rethrows what the probe threw
        check_watchdog();
    }

    /// True if nothing is in flight because the next request is not due yet.
    bool waits_for_arrivals() const {
        const auto& workload = config_.workload;
        const bool own_times =
            workload.kind == WorkloadKind::open_loop ||
            (replays_capture() && workload.pace == scenarios::CapturePace::captured);
        return own_times && software_.outcome().in_flight == 0;
    }

    void check_watchdog() {
        if (measurement_.finished() != last_finished_ || software_.workload_finished() ||
            waits_for_arrivals()) {
            last_finished_ = measurement_.finished();
            last_progress_ = sim_now();
        }
        if (sim_now() - last_progress_ > config_.run.watchdog) {
            throw SimulationError(with_waits(fmt::format(
                "no request has finished for {} ms of simulated time (run.watchdog); {} in flight",
                config_.run.watchdog / 1_ms, software_.outcome().in_flight)));
        }
        if (sim_now() > config_.run.time_limit) {
            throw SimulationError(with_waits(fmt::format(
                "the run is not complete after {} ms of simulated time; raise run.time_limit",
                config_.run.time_limit / 1_ms)));
        }
    }

    std::string with_waits(std::string message) const {
        std::vector<std::string> lines;
        software_.describe_waits(lines);
        hardware_.describe_waits(lines);
        for (const std::string& line : lines) {
            message += "\n  " + line;
        }
        return message;
    }

    reports::RunResult summarise() const {
        reports::RunFacts facts =
            fpga_facts(config_, measurement_, software_.outcome(), software_.cpu_count());
        const std::vector<std::string>& broken = hardware_.broken_card_rules();
        facts.checks.push_back({"card rules kept", broken.empty(),
                                broken.empty() ? "the driver kept the card's datasheet"
                                               : fmt::format("{}", fmt::join(broken, "; "))});
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
    std::optional<reports::RequestCsv> csv_;
    std::uint64_t last_finished_ = 0;
    SimTime last_progress_{0};
};

}  // namespace

FpgaRunOutcome run_fpga_system(const ScenarioConfig& config, const FpgaRunOptions& options) {
    FpgaRun run(config, options);
    return run.run();
}

}  // namespace lookaside::app
