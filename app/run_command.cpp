// SPDX-License-Identifier: Apache-2.0
#include "app/run_command.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/console_style.h"
#include "app/interruption.h"
#include "app/output.h"
#include "app/system_run.h"
#include "app/version.h"
#include "reports/atomic_file.h"
#include "reports/console_writer.h"
#include "reports/json_writer.h"
#include "reports/run_info.h"
#include "scenarios/scenario.h"

namespace lookaside::app {
namespace {

namespace fs = std::filesystem;
using scenarios::SystemKind;

struct CommandLine {
    fs::path scenario;
    std::vector<std::string> sets;
    std::optional<fs::path> out;
    std::string format = "text";
    bool requests_csv = false;
};

constexpr const char* run_footer = R"(
Examples:
  lookaside run scenarios/fpga-ipsec-pc.toml
  lookaside run scenarios/fpga-ipsec-pc.toml --set fabric.lanes=1
  lookaside run scenarios/fpga-ipsec-pc.toml --set driver.variant=pipelined --out results/pipelined
  lookaside run scenarios/fpga-ipsec-pc.toml --set fidelity.engine=timed --set run.window="2 s"
  lookaside run scenarios/engine-array.toml --set array.dispatch=any-idle
  lookaside run scenarios/fpga-ipsec-pc.toml --set workload.kind=capture --set stack.kind=esp \
      --set workload.capture=web.pcap --set workload.output_capture=esp.pcap
`lookaside params` lists what --set can change.)";

RunOutcome simulate(const scenarios::ScenarioConfig& config, const CommandLine& line) {
    RunOptions run;
    run.folder = line.scenario.parent_path();
    if (config.system.kind == SystemKind::pcie_link) {
        return run_system(config, run);  // no steps in which a Ctrl-C could be looked at
    }
    InterruptionGuard interruption;
    ProgressLine progress("simulating");
    if (line.requests_csv) {
        run.requests_csv = *line.out / "requests.csv";
    }
    run.progress = [&](double done, std::uint64_t requests) {
        interruption.check();
        progress.show(done, fmt::format("{} requests", requests));
    };
    run.remark = [](const std::string& remark) { fmt::print(stderr, "capture: {}\n", remark); };
    return run_system(config, run);
}

void write_results(const fs::path& folder, const RunOutcome& outcome,
                   const reports::RunStopwatch& stopwatch) {
    using reports::json_text;
    using reports::to_json;
    reports::write_file(folder / "result.json", json_text(to_json(outcome.result)));
    reports::write_file(
        folder / "run.json",
        json_text(to_json(stopwatch.finish(program_version, outcome.requests_simulated))));
}

void run(const CommandLine& options, int& exit_status) {
    const reports::RunStopwatch stopwatch;
    if (options.requests_csv && !options.out) {
        throw CLI::ValidationError("--requests-csv", "needs --out, the folder to write to");
    }
    const auto config = scenarios::load_scenario(options.scenario, options.sets);
    if (options.out) {
        reports::require_output_folder(*options.out);
    }
    const RunOutcome outcome = simulate(config, options);
    if (options.format == "json") {
        fmt::print("{}", reports::json_text(reports::to_json(outcome.result)));
    } else {
        fmt::print("{}", reports::console_text(outcome.result, console_style()));
    }
    if (options.out) {
        write_results(*options.out, outcome, stopwatch);
        fmt::print(stderr, "lookaside: wrote result.json and run.json to {}\n",
                   options.out->string());
    }
    exit_status = outcome.result.exit_status();
}

}  // namespace

void add_run(CLI::App& app, int& exit_status) {
    auto options = std::make_shared<CommandLine>();
    CLI::App* command = app.add_subcommand("run", "Simulate a scenario and report on it");
    command->footer(run_footer);
    command->add_option("scenario", options->scenario, "Scenario file (TOML)")->required();
    command->add_option("--set", options->sets, "Change a parameter, as path=value; repeatable")
        ->allow_extra_args(false);
    command->add_option("--out", options->out, "Folder for result.json and run.json");
    command->add_option("--format", options->format, "What to print: text or json")
        ->check(CLI::IsMember({"text", "json"}))
        ->capture_default_str();
    command->add_flag("--requests-csv", options->requests_csv,
                      "Also write requests.csv to --out, a line a request");
    command->callback([options, &exit_status] { run(*options, exit_status); });
}

}  // namespace lookaside::app
