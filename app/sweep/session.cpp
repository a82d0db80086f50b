// SPDX-License-Identifier: Apache-2.0
#include "app/sweep/session.h"

#include <fmt/format.h>

#include "app/output.h"
#include "app/sweep/rtl_hash.h"
#include "base/error.h"

namespace lookaside::sweep {
namespace {

using reports::RunStatus;
using reports::SweepRun;

/// Of a run that left no outcome.
SweepRun failure(const Ending& ending) {
    SweepRun run;
    run.status = ending.timed_out ? RunStatus::timed_out : RunStatus::crashed;
    run.exit_status = ending.exit_status;
    run.signal = ending.signal;
    run.error = ending.error;
    return run;
}

bool has_result(const SweepRun& run) {
    return run.metrics.has_value();
}

}  // namespace

Session::Session(const Plan& plan, const Survey& survey, const SweepFolder& folder)
    : plan_(plan), survey_(survey), store_(folder.path()), runs_(survey.runs.size()) {}

void Session::look(bool retry_failed, const std::function<void(const std::string&)>& remark) {
    for (std::uint64_t run = 0; run < runs_.size(); ++run) {
        const std::string identity = hex(survey_.runs[run]);
        RunStore::Entry entry = store_.look(identity);
        if (entry.state == RunStore::State::done && (!retry_failed || has_result(entry.run))) {
            runs_[run] = std::move(entry.run);
            ++done_;
            continue;
        }
        if (entry.state == RunStore::State::broken) {
            remark(fmt::format("{}: {}/{}; done again", plan_.point_label(plan_.point_of(run)),
                               RunStore::folder_name(identity), entry.why));
        }
        store_.clear(identity);
    }
}

void Session::execute(Executor& executor, const std::function<void(std::uint64_t)>& progress) {
    std::vector<std::uint64_t> missing;
    for (std::uint64_t run = 0; run < runs_.size(); ++run) {
        if (!runs_[run]) {
            missing.push_back(run);
        }
    }
    if (missing.empty()) {
        return;
    }
    executor.execute(missing, [&](const Ending& ending) {
        note(ending);
        progress(ending.run);
    });
}

void Session::note(const Ending& ending) {
    const std::string identity = hex(survey_.runs[ending.run]);
    RunStore::Entry entry = store_.look(identity);
    if (entry.state != RunStore::State::done) {
        // A run records what its simulation came to, also that its input was refused. Status 2
        // without a record is the folder's fault, and the next run would fare no better.
        if (ending.exit_status == app::exit_usage) {
            throw InputError(
                fmt::format("{}: {}", plan_.point_label(plan_.point_of(ending.run)), ending.error));
        }
        entry.run = failure(ending);
        store_.save_failure(identity, entry.run);
    }
    runs_[ending.run] = std::move(entry.run);
    ++done_;
}

reports::SweepResult Session::result(const std::string& program_version) const {
    reports::SweepResult result;
    result.program_version = program_version;
    result.rtl_sha256 = rtl_sha256;
    result.scenario = plan_.request().scenario.filename().string();
    result.parameters = plan_.grid().names();
    result.repeats = plan_.request().repeat;
    for (std::uint64_t number = 0; number < plan_.points(); ++number) {
        reports::SweepPoint point;
        for (Assignment& assignment : plan_.grid().point(number)) {
            point.values.push_back(std::move(assignment.value));
        }
        const std::uint64_t first = number * plan_.request().repeat;
        for (std::uint64_t run = first; run < first + plan_.request().repeat; ++run) {
            point.runs.push_back(*runs_[run]);
        }
        point.folder = RunStore::folder_name(hex(survey_.runs[first]));
        result.points.push_back(std::move(point));
    }
    return result;
}

}  // namespace lookaside::sweep
