// SPDX-License-Identifier: Apache-2.0
#include "app/sweep/sweep_command.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <thread>

#include "app/sweep/sweep_job.h"

namespace lookaside::app {
namespace {

constexpr const char* sweep_footer = R"(
Examples:
  lookaside sweep scenarios/fpga-ipsec-pc.toml --vary fabric.lanes=1,2,4 --out lanes
  lookaside sweep scenarios/fpga-ipsec-pc.toml --set driver.variant=pipelined \
      --vary fabric.lanes=1,2,4 --vary workload.request_size="64 B..1024 B*2" -j 8 --out grid
  lookaside sweep scenarios/fpga-ipsec-pc.toml --vary driver.variant=serial,poll,pipelined --out d
  lookaside sweep scenarios/fpga-ipsec-pc.toml --vary fabric.lanes,fabric.generation=4:2,1:3,8:3 \
      --set workload.kind=open-loop --set workload.rate="20 kpps" --repeat 5 --out tuples
  lookaside sweep --resume --out grid              goes on after Ctrl-C, a crash or a full disk

--vary takes
  a,b,c           values: numbers, words, quantities; in double quotes if they hold , : or ..
  lo..hi+step     lo, lo + step, ... up to at most hi:     1..8+1      "64 B..256 B+64 B"
  lo..hi*factor   lo, lo x factor, ... up to at most hi:   1..256*2    "1 us..8 us*2"
  x,y=1:2,4:2     parameters that move together, a colon between their values
A unit is the same for both ends and the step.
Several --vary make a grid: every combination, the first varies slowest. A [sweep] section in the
scenario (vary = ["fabric.lanes=1,2,4"], repeat = 3) holds for what the command line leaves out.

Every run is a process of its own. A crash, a time-out or a failed check is the result of its point;
the others go on, and the exit status is 1. results.csv and results.json in --out have a line or an
object a point, the same bytes whatever -j; points/ has the result.json of each run.
`lookaside run-point --help` shows how other tools, GNU parallel for one, do the runs.)";

}  // namespace

void add_sweep(CLI::App& app, int& exit_status) {
    auto options = std::make_shared<SweepOptions>();
    options->jobs = std::max(1U, std::thread::hardware_concurrency());
    CLI::App* command = app.add_subcommand("sweep", "Run a scenario at every point of a grid");
    command->footer(sweep_footer);
    command->add_option("scenario", options->scenario,
                        "Scenario file (TOML); may be left out with --resume");
    command->add_option("--vary", options->vary, "Parameter and its values; repeatable")
        ->allow_extra_args(false);
    command
        ->add_option("--set", options->sets,
                     "Change a parameter at every point, as path=value; repeatable")
        ->allow_extra_args(false);
    command->add_option("--out", options->out, "Folder for the results")->required();
    command->add_option("-j,--jobs", options->jobs, "Runs at a time")
        ->check(CLI::Range(1U, 1024U))
        ->capture_default_str();
    command
        ->add_option("--repeat", options->repeat,
                     "Runs of each point, with seeds run.seed, +1, ...; gives confidence "
                     "intervals")
        ->check(CLI::Range(1U, 1'000'000U));
    command
        ->add_option("--timeout", options->timeout_s,
                     "Wall time in seconds after which a run is killed")
        ->check(CLI::PositiveNumber);
    command->add_flag("--resume", options->resume, "Do only what is missing in --out");
    command->add_flag("--retry-failed", options->retry_failed,
                      "With --resume: also do runs again that crashed, timed out or could not "
                      "complete");
    command->add_flag("--plan-only", options->plan_only,
                      "Check and write the plan, for `lookaside run-point`, and stop");
    command->add_flag("--yes", options->yes, "Accept a grid of over a million points");
    command->callback([options, &exit_status] { exit_status = sweep_scenario(*options); });
}

}  // namespace lookaside::app
