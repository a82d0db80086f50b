// SPDX-License-Identifier: Apache-2.0
#include "app/bench_array.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <memory>
#include <string>
#include <vector>

#include "app/array_hardware.h"
#include "app/array_run.h"
#include "app/measured_engine.h"
#include "app/measured_process.h"
#include "scenarios/project_folder.h"
#include "scenarios/scenario.h"

namespace lookaside::app {
namespace {

double resident_bytes() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) * 1024;
}

ArrayBenchResult run_array(const std::vector<std::string>& sets,
                           std::unique_ptr<array::EngineCores> cores) {
    const auto folder = scenarios::project_scenarios_folder();
    const auto config = scenarios::load_scenario(folder / "engine-array.toml", sets);
    RunOptions options;
    options.folder = folder;
    const double start = cpu_seconds_now();
    const RunOutcome outcome = cores ? run_array_system(config, options, std::move(*cores))
                                     : run_array_system(config, options);
    const double spent = cpu_seconds_now() - start;
    ArrayBenchResult result;
    result.requests_per_cpu_second = static_cast<double>(outcome.requests_simulated) / spent;
    result.resident_bytes = resident_bytes();
    return result;
}

/// Nanoseconds a cycle of one core that hashes 4 KiB again and again.
double bare_ns_per_cycle() {
    constexpr double cpu_seconds = 0.5;
    EngineCost cost;
    MeasuredEngine engine(crypto::make_rtl_sha256(crypto::Sha256Design::one_round), cost);
    const std::vector<std::uint8_t> message(4096, 0x5A);
    crypto::Job job;
    job.algorithm = crypto::Algorithm::sha_256;
    job.data = message;
    while (cost.cpu_seconds < cpu_seconds) {
        engine.run(job);
    }
    return cost.ns_per_cycle();
}

ArrayBenchResult measure_rtl() {
    const double bare_ns = bare_ns_per_cycle();
    EngineCost cost;
    auto cores = std::make_unique<array::EngineCores>(
        array::EngineCores::Ownership::one_each,
        [&cost]() -> std::unique_ptr<crypto::Engine> {
            return std::make_unique<MeasuredEngine>(
                crypto::make_rtl_sha256(crypto::Sha256Design::one_round), cost);
        },
        array::CoreFactory{});
    ArrayBenchResult result = run_array({"fidelity.engine=rtl", "array.depth_scope=per-channel",
                                         "workload.queue_depth=2048", "run.window=200 ms"},
                                        std::move(cores));
    result.engine_speed_share = bare_ns / cost.ns_per_cycle();
    return result;
}

}  // namespace

ArrayBenchResult bench_array_timed(unsigned channels) {
    return in_process_of_its_own([channels] {
        return run_array(
            {"fidelity.engine=timed", "run.window=2 s", fmt::format("array.channels={}", channels)},
            nullptr);
    });
}

ArrayBenchResult bench_array_rtl() {
    return in_process_of_its_own(measure_rtl);
}

}  // namespace lookaside::app
