// SPDX-License-Identifier: Apache-2.0
#include "app/sweep/run_store.h"

#include <fmt/format.h>

#include <exception>
#include <nlohmann/json.hpp>

#include "app/sweep/text_file.h"
#include "base/error.h"
#include "reports/atomic_file.h"
#include "reports/json_writer.h"
#include "reports/sweep_json.h"

namespace lookaside::sweep {
namespace {

namespace fs = std::filesystem;

constexpr const char* outcome_name = "outcome.json";
constexpr const char* result_name = "result.json";
constexpr int outcome_schema_version = 1;
constexpr std::size_t prefix_digits = 16;

void create(const fs::path& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) {
        throw InputError(
            fmt::format("cannot create the folder {}: {}; make room, or choose "
                        "another --out",
                        folder.string(), error.message()));
    }
}

}  // namespace

RunStore::Entry RunStore::look(const std::string& identity) const {
    const fs::path folder = folder_of(identity);
    const auto outcome = file_text(folder / outcome_name);
    if (!outcome) {
        return {};
    }
    const auto broken = [](const std::string& why) { return Entry{State::broken, {}, why}; };
    Entry entry{State::done, {}, {}};
    std::string result_sha256;
    try {
        const auto json = nlohmann::json::parse(*outcome);
        if (json.at("schema_version") != outcome_schema_version ||
            json.at("identity") != identity) {
            return broken("outcome.json is of another run");
        }
        entry.run = reports::sweep_run_from(json);
        result_sha256 = json.at("result_sha256").get<std::string>();
    } catch (const std::exception&) {
        return broken("outcome.json is corrupt");
    }
    if (!result_sha256.empty()) {
        const auto result = file_text(folder / result_name);
        if (!result) {
            return broken("result.json is missing");
        }
        if (hex(digest_of(*result)) != result_sha256) {
            return broken("result.json is corrupt");
        }
    }
    return entry;
}

void RunStore::save(const std::string& identity, const reports::RunResult& result) const {
    const std::string text = reports::json_text(reports::to_json(result));
    reports::SweepRun run;
    run.status = result.passed() ? reports::RunStatus::ok : reports::RunStatus::check_failed;
    run.exit_status = result.exit_status();
    run.metrics = reports::sweep_metrics(result);
    for (const reports::Check& check : result.checks) {
        if (!check.passed) {
            run.error +=
                fmt::format("{}{}: {}", run.error.empty() ? "" : "\n", check.name, check.detail);
        }
    }
    create(folder_of(identity));
    reports::write_file(folder_of(identity) / result_name, text);
    write_outcome(identity, run, hex(digest_of(text)));
}

void RunStore::save_failure(const std::string& identity, const reports::SweepRun& run) const {
    create(folder_of(identity));
    write_outcome(identity, run, "");
}

void RunStore::clear(const std::string& identity) const {
    std::error_code ignored;
    fs::remove_all(folder_of(identity), ignored);
}

std::string RunStore::folder_name(const std::string& identity) {
    return "points/" + identity.substr(0, prefix_digits);
}

fs::path RunStore::folder_of(const std::string& identity) const {
    return points_ / identity.substr(0, prefix_digits);
}

void RunStore::write_outcome(const std::string& identity, const reports::SweepRun& run,
                             const std::string& result_sha256) const {
    nlohmann::ordered_json json{{"schema_version", outcome_schema_version}, {"identity", identity}};
    json.update(reports::to_json(run));
    json["result_sha256"] = result_sha256;
    reports::write_file(folder_of(identity) / outcome_name, reports::json_text(json));
}

}  // namespace lookaside::sweep
