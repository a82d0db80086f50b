// SPDX-License-Identifier: Apache-2.0
#include "app/bench_scenario.h"

#include <memory>

#include "app/bench_engine.h"
#include "app/fpga_run.h"
#include "app/measured_engine.h"
#include "app/measured_process.h"
#include "scenarios/project_folder.h"
#include "scenarios/scenario.h"

namespace lookaside::app {
namespace {

ScenarioBenchResult measure_scenario(bool rtl) {
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
        result.engine_speed_share = bare_ns / cost.ns_per_cycle();
    }
    return result;
}

}  // namespace

ScenarioBenchResult bench_scenario(bool rtl) {
    return in_process_of_its_own([rtl] { return measure_scenario(rtl); });
}

}  // namespace lookaside::app
