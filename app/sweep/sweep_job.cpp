// SPDX-License-Identifier: Apache-2.0
#include "app/sweep/sweep_job.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/console_style.h"
#include "app/interruption.h"
#include "app/output.h"
#include "app/point_runner.h"
#include "app/sweep/local_executor.h"
#include "app/sweep/program_identity.h"
#include "app/sweep/session.h"
#include "app/sweep/sweep_folder.h"
#include "app/sweep/sweep_progress.h"
#include "base/error.h"
#include "reports/atomic_file.h"
#include "reports/json_writer.h"
#include "reports/sweep_csv.h"
#include "reports/sweep_json.h"
#include "reports/sweep_table.h"
#include "scenarios/sweep_section.h"

namespace lookaside::app {
namespace {

namespace fs = std::filesystem;
using sweep::Plan;
using sweep::StoredPlan;
using sweep::Survey;
using sweep::SweepFolder;
using sweep::SweepRequest;

void remark(const std::string& text) {
    fmt::print(stderr, "lookaside: {}\n", text);
}

/// From the command line and the scenario's [sweep] section.
SweepRequest new_request(const SweepOptions& options) {
    const scenarios::SweepSection section = scenarios::read_sweep_section(options.scenario);
    SweepRequest request;
    request.scenario = fs::absolute(options.scenario).lexically_normal();
    request.sets = options.sets;
    request.vary = options.vary.empty() ? section.vary : options.vary;
    request.repeat = options.repeat.value_or(section.repeat.value_or(1));
    if (request.vary.empty() && request.repeat == 1) {
        throw InputError(fmt::format("{}: there is nothing to vary; use --vary section.key=values",
                                     options.scenario.string()));
    }
    return request;
}

/// From the plan in the folder, whose relative names count from where it was made.
SweepRequest stored_request(const SweepOptions& options, const SweepFolder& folder) {
    if (!options.resume) {
        throw InputError(
            "sweep: names no scenario; use lookaside sweep SCENARIO --vary ... --out "
            "DIR, or --resume");
    }
    if (!options.vary.empty() || !options.sets.empty() || options.repeat) {
        throw InputError(
            "sweep --resume: a sweep goes on as it was planned; name its scenario, or leave out "
            "--vary, --set and --repeat");
    }
    const StoredPlan stored = folder.plan();
    sweep::enter(stored.working_folder);
    return stored.request;
}

void check_size(const Plan& plan, bool accepted) {
    constexpr std::uint64_t large = 1'000'000;
    constexpr std::uint64_t too_large = 100'000'000;
    if (plan.points() > too_large / plan.request().repeat) {
        throw InputError("the grid has over 100 million runs; use fewer values");
    }
    if (plan.points() > large && !accepted) {
        throw InputError(
            fmt::format("the grid has {} points; use fewer values, or add --yes", plan.points()));
    }
}

/// Refuses a folder whose content the sweep would mix with its own, before anything is written.
void check_folder(const SweepFolder& folder, const SweepOptions& options, const Survey& survey) {
    const std::string name = options.out.string();
    if (!folder.has_plan()) {
        if (folder.is_taken()) {
            throw InputError(
                fmt::format("{}: is not empty and holds no sweep; choose another "
                            "folder",
                            name));
        }
        return;
    }
    if (!options.resume) {
        throw InputError(fmt::format(
            "{}: holds a sweep; add --resume to go on with it, or choose another folder", name));
    }
    const StoredPlan stored = folder.plan();
    if (stored.grid_sha256 != sweep::hex(survey.grid)) {
        throw InputError(fmt::format(
            "{}: holds another sweep ({} with --vary {}), or one whose scenario has changed; "
            "choose another folder",
            name, stored.request.scenario.filename().string(),
            fmt::join(stored.request.vary, " --vary ")));
    }
    if (stored.program_version != program_version || stored.rtl_sha256 != sweep::rtl_sha256) {
        remark(
            fmt::format("{} was begun by another version of the program or its RTL; all points "
                        "are done again",
                        name));
    }
}

void write_plan(const SweepFolder& folder, const Plan& plan, const Survey& survey) {
    StoredPlan stored;
    stored.program_version = program_version;
    stored.rtl_sha256 = sweep::rtl_sha256;
    stored.working_folder = fs::current_path();
    stored.request = plan.request();
    stored.grid_sha256 = sweep::hex(survey.grid);
    stored.runs = plan.runs();
    folder.write(stored, survey);
}

void execute(sweep::Session& session, const Plan& plan, const SweepFolder& folder,
             const SweepOptions& options) {
    sweep::LocalExecutorOptions local{this_program(), folder.path(), options.jobs, {}};
    if (options.timeout_s) {
        local.timeout = std::chrono::duration<double>(*options.timeout_s);
    }
    sweep::LocalExecutor executor(std::move(local));
    SweepProgress progress(plan, session.done());
    progress.show();
    session.execute(executor, [&](std::uint64_t run) {
        progress.add(run, *session.outcome(run));
        progress.show();
    });
}

int report(const reports::SweepResult& result, const SweepFolder& folder, const fs::path& shown) {
    reports::write_file(folder.path() / "results.csv", reports::sweep_csv(result));
    reports::write_file(folder.path() / "results.json",
                        reports::json_text(reports::to_json(result)));
    fmt::print("{}", reports::sweep_table(result, console_style()));
    const auto failed = std::ranges::count_if(result.points, [](const auto& point) {
        return point.worst().status != reports::RunStatus::ok;
    });
    remark(fmt::format("{} points{}; wrote results.csv and results.json to {}",
                       result.points.size(), failed == 0 ? "" : fmt::format(", {} failed", failed),
                       shown.string()));
    return failed == 0 ? exit_fine : exit_check_failed;
}

}  // namespace

int sweep_scenario(const SweepOptions& options) {
    const SweepFolder folder(fs::absolute(options.out).lexically_normal());
    const Plan plan(options.scenario.empty() ? stored_request(options, folder)
                                             : new_request(options));
    check_size(plan, options.yes);
    sweep::IdentityMaker identities(sweep::program_identity());
    const Survey survey = sweep::survey(plan, identities);
    check_folder(folder, options, survey);
    reports::require_output_folder(folder.path());
    const sweep::FolderLock lock(folder.path());
    write_plan(folder, plan, survey);
    if (options.plan_only) {
        fmt::print("{} runs, 0 to {}; each is lookaside run-point {} RUN\n", plan.runs(),
                   plan.runs() - 1, options.out.string());
        return exit_fine;
    }

    sweep::Session session(plan, survey, folder);
    session.look(options.retry_failed, remark);
    try {
        execute(session, plan, folder, options);
    } catch (const Interrupted& interrupted) {
        print_error(fmt::format(
            "interrupted; {} of {} runs are done and kept; `lookaside sweep --resume --out {}` "
            "goes on",
            session.done(), session.total(), options.out.string()));
        return interrupted.exit_status();
    }
    return report(session.result(program_version), folder, options.out);
}

}  // namespace lookaside::app
