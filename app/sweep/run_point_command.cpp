// SPDX-License-Identifier: Apache-2.0
#include "app/sweep/run_point_command.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "app/interruption.h"
#include "app/output.h"
#include "app/sweep/identity.h"
#include "app/sweep/plan.h"
#include "app/sweep/program_identity.h"
#include "app/sweep/run_store.h"
#include "app/sweep/sweep_folder.h"
#include "app/system_run.h"
#include "base/error.h"

namespace lookaside::app {
namespace {

namespace fs = std::filesystem;
using sweep::Plan;
using sweep::RunStore;

struct CommandLine {
    fs::path folder;
    std::uint64_t run = 0;
};

constexpr const char* run_point_footer = R"(
`lookaside sweep` calls this for every run. With --plan-only it only writes the plan, and any tool
that starts processes can do the runs, in any order and on any machine that shares the folder:
  lookaside sweep scenarios/fpga-ipsec-pc.toml --vary fabric.lanes=1,2,4 --out lanes --plan-only
  seq 0 2 | parallel lookaside run-point lanes {}
  lookaside sweep --resume --out lanes             gathers; does what is still missing
With --repeat R the runs of point P are P x R to P x R + R - 1. A run that is done already is left
alone. Exit status: that of `lookaside run`.)";

reports::SweepRun failure(reports::RunStatus status, int exit_status, const char* what) {
    reports::SweepRun run;
    run.status = status;
    run.exit_status = exit_status;
    run.error = what;
    return run;
}

reports::RunResult simulate(const scenarios::ScenarioConfig& config, const fs::path& folder) {
    InterruptionGuard interruption;
    ProgressLine progress("simulating");
    RunOptions options;
    options.folder = folder;
    options.progress = [&](double done, std::uint64_t requests) {
        interruption.check();
        progress.show(done, fmt::format("{} requests", requests));
    };
    options.remark = [](const std::string& remark) { fmt::print(stderr, "capture: {}\n", remark); };
    return run_system(config, options).result;
}

/// Records also how a simulation failed, since that is the result of the point.
int simulate_and_record(const Plan& plan, std::uint64_t run, const RunStore& store,
                        const std::string& identity) {
    using reports::RunStatus;
    reports::RunResult result;
    try {
        result = simulate(plan.run_configuration(run), plan.request().scenario.parent_path());
    } catch (const Interrupted&) {
        throw;
    } catch (const InputError& error) {
        store.save_failure(identity, failure(RunStatus::refused, exit_usage, error.what()));
        throw;
    } catch (const std::exception& error) {
        store.save_failure(identity, failure(RunStatus::incomplete, exit_incomplete, error.what()));
        throw;
    }
    store.save(identity, result);
    return result.exit_status();
}

std::string checked_identity(const Plan& plan, std::uint64_t run,
                             const sweep::SweepFolder& folder) {
    sweep::IdentityMaker identities(sweep::program_identity());
    const std::string identity = sweep::hex(identities.run(identities.configuration(
        plan.run_configuration(run), plan.request().scenario.parent_path())));
    if (identity != folder.identity(run)) {
        throw InputError(fmt::format(
            "{}: the scenario, a file it names, or the program has changed since the sweep was "
            "planned; restore it, or start the sweep anew in another folder",
            folder.path().string()));
    }
    return identity;
}

void run_point(const CommandLine& options, int& exit_status) {
    const sweep::SweepFolder folder(fs::absolute(options.folder));
    const sweep::StoredPlan stored = folder.plan();
    if (options.run >= stored.runs) {
        throw InputError(fmt::format("{}: has no run {}; use 0 to {}", options.folder.string(),
                                     options.run, stored.runs - 1));
    }
    sweep::enter(stored.working_folder);
    const Plan plan(stored.request);
    const std::string identity = checked_identity(plan, options.run, folder);
    const RunStore store(folder.path());
    const RunStore::Entry entry = store.look(identity);
    if (entry.state == RunStore::State::done) {
        fmt::print(stderr, "lookaside: run {} is done already\n", options.run);
        exit_status = entry.run.exit_status;
        return;
    }
    exit_status = simulate_and_record(plan, options.run, store, identity);
}

}  // namespace

void add_run_point(CLI::App& app, int& exit_status) {
    auto options = std::make_shared<CommandLine>();
    CLI::App* command = app.add_subcommand("run-point", "Do one run of a planned sweep");
    command->footer(run_point_footer);
    command->add_option("folder", options->folder, "The sweep's --out folder")->required();
    command->add_option("run", options->run, "Number of the run, from 0")->required();
    command->callback([options, &exit_status] { run_point(*options, exit_status); });
}

}  // namespace lookaside::app
