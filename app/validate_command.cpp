// SPDX-License-Identifier: Apache-2.0
#include "app/validate_command.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <thread>

#include "app/console_style.h"
#include "app/output.h"
#include "app/validate_engine_array.h"
#include "app/validate_fpga_ipsec.h"
#include "base/error.h"
#include "reports/json_writer.h"
#include "scenarios/project_folder.h"

namespace lookaside::app {
namespace {

struct ValidateOptions {
    std::string format = "text";
    unsigned jobs = std::max(1U, std::thread::hardware_concurrency());
};

/// A figure without its run would be a gap in the table that nobody sees.
void require_all(const ValidationPlan& plan, const std::vector<PointOutcome>& outcomes) {
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        if (outcomes[i].exit_status != 0) {
            throw SimulationError(fmt::format(
                "validate: {} {} ended with status {}; {}", plan.points[i].scenario.string(),
                fmt::join(plan.points[i].sets, " "), outcomes[i].exit_status, outcomes[i].error));
        }
    }
}

reports::ComparisonTable evaluate(const ValidationPlan& plan, unsigned jobs) {
    ProgressLine progress("validating");
    auto outcomes = run_points(this_program(), plan.points, jobs, [&](std::size_t done) {
        progress.show(static_cast<double>(done) / static_cast<double>(plan.points.size()),
                      fmt::format("{} of {} runs", done, plan.points.size()));
    });
    require_all(plan, outcomes);
    return plan.evaluate(PointResults(std::move(outcomes)));
}

void validate(const ValidateOptions& options, int& exit_status) {
    const auto scenarios = scenarios::project_scenarios_folder();
    std::vector<reports::ComparisonTable> tables;
    for (const ValidationPlan& plan :
         {fpga_ipsec_plan(scenarios), fpga_ipsec_gap_plan(scenarios), engine_array_table_plan(),
          engine_array_throughput_plan(scenarios), engine_array_scaling_plan(scenarios),
          engine_array_projection_plan(scenarios)}) {
        tables.push_back(evaluate(plan, options.jobs));
    }
    if (options.format == "json") {
        nlohmann::ordered_json all = nlohmann::ordered_json::array();
        for (const auto& table : tables) {
            all.push_back(table.json());
        }
        fmt::print("{}", reports::json_text(all));
    } else {
        for (const auto& table : tables) {
            fmt::print("{}\n", options.format == "markdown" ? table.markdown()
                                                            : table.console_text(console_style()));
        }
    }
    exit_status = exit_fine;
}

}  // namespace

void add_validate(CLI::App& app, int& exit_status) {
    auto options = std::make_shared<ValidateOptions>();
    CLI::App* command = app.add_subcommand(
        "validate", "Simulate every published figure and show the error, calibrated or predicted");
    command->add_option("--format", options->format, "What to print: text, markdown or json")
        ->check(CLI::IsMember({"text", "markdown", "json"}))
        ->capture_default_str();
    command->add_option("-j,--jobs", options->jobs, "Runs at a time")
        ->check(CLI::Range(1U, 1024U))
        ->capture_default_str();
    command->callback([options, &exit_status] { validate(*options, exit_status); });
}

}  // namespace lookaside::app
