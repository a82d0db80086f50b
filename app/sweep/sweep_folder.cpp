// SPDX-License-Identifier: Apache-2.0
#include "app/sweep/sweep_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/sweep/text_file.h"
#include "base/error.h"
#include "reports/atomic_file.h"
#include "reports/json_writer.h"

namespace lookaside::sweep {
namespace {

namespace fs = std::filesystem;

constexpr const char* plan_name = "sweep.json";
constexpr const char* index_name = "runs.txt";
constexpr const char* lock_name = ".lock";
constexpr int plan_schema_version = 1;
constexpr std::size_t identity_digits = 2 * Sha256::digest_bytes;

nlohmann::ordered_json to_json(const StoredPlan& plan) {
    return {{"schema_version", plan_schema_version},
            {"program_version", plan.program_version},
            {"rtl_sha256", plan.rtl_sha256},
            {"working_folder", plan.working_folder.string()},
            {"scenario", plan.request.scenario.string()},
            {"set", plan.request.sets},
            {"vary", plan.request.vary},
            {"repeats_count", plan.request.repeat},
            {"grid_sha256", plan.grid_sha256},
            {"runs_count", plan.runs}};
}

StoredPlan plan_from(const nlohmann::json& json) {
    StoredPlan plan;
    plan.program_version = json.at("program_version").get<std::string>();
    plan.rtl_sha256 = json.at("rtl_sha256").get<std::string>();
    plan.working_folder = json.at("working_folder").get<std::string>();
    plan.request.scenario = json.at("scenario").get<std::string>();
    plan.request.sets = json.at("set").get<std::vector<std::string>>();
    plan.request.vary = json.at("vary").get<std::vector<std::string>>();
    plan.request.repeat = json.at("repeats_count").get<unsigned>();
    plan.grid_sha256 = json.at("grid_sha256").get<std::string>();
    plan.runs = json.at("runs_count").get<std::uint64_t>();
    return plan;
}

}  // namespace

bool SweepFolder::has_plan() const {
    return fs::exists(path_ / plan_name);
}

bool SweepFolder::is_taken() const {
    if (!fs::exists(path_)) {
        return false;
    }
    if (!fs::is_directory(path_)) {
        return true;
    }
    for (const auto& entry : fs::directory_iterator(path_)) {
        const std::string name = entry.path().filename().string();
        // A temporary file of a plan that was killed while it was written starts with a dot.
        if (name != index_name && !name.starts_with('.')) {
            return true;
        }
    }
    return false;
}

StoredPlan SweepFolder::plan() const {
    const auto text = file_text(path_ / plan_name);
    if (!text) {
        throw InputError(
            fmt::format("{}: holds no sweep; name the --out folder of one", path_.string()));
    }
    try {
        return plan_from(nlohmann::json::parse(*text));
    } catch (const nlohmann::json::exception&) {
        throw InputError(
            fmt::format("{}: is no plan of a sweep; start the sweep anew in another "
                        "folder",
                        (path_ / plan_name).string()));
    }
}

std::string SweepFolder::identity(std::uint64_t run) const {
    std::ifstream stream(path_ / index_name, std::ios::binary);
    stream.seekg(static_cast<std::streamoff>(run * (identity_digits + 1)));
    std::string line;
    if (!std::getline(stream, line) || line.size() != identity_digits) {
        throw InputError(fmt::format("{}: has no run {}; start the sweep anew in another folder",
                                     (path_ / index_name).string(), run));
    }
    return line;
}

void SweepFolder::write(const StoredPlan& plan, const Survey& survey) const {
    reports::AtomicFile index(path_ / index_name);
    for (const Digest& identity : survey.runs) {
        index.write(hex(identity) + '\n');
    }
    index.commit();
    reports::write_file(path_ / plan_name, reports::json_text(to_json(plan)));
}

void enter(const fs::path& working_folder) {
    std::error_code error;
    fs::current_path(working_folder, error);
    if (error) {
        throw InputError(fmt::format(
            "{}: {}; the sweep was planned in this folder: restore it, or start the sweep anew",
            working_folder.string(), error.message()));
    }
}

FolderLock::FolderLock(const fs::path& folder)
    : descriptor_(::open((folder / lock_name).c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
    // Where files cannot be locked at all, the sweep goes on without.
    if (descriptor_ >= 0 && ::flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        ::close(descriptor_);
        throw InputError(
            fmt::format("{}: another sweep works in this folder; wait for it, or "
                        "choose another folder",
                        folder.string()));
    }
}

FolderLock::~FolderLock() {
    if (descriptor_ >= 0) {
        ::close(descriptor_);
    }
}

}  // namespace lookaside::sweep
