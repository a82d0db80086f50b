// SPDX-License-Identifier: Apache-2.0
// When a run counts as done, and when what it left must not be trusted.
#include "app/sweep/run_store.h"

#include <cstdlib>
#include <fstream>

#include "app/sweep/last_lines.h"
#include "app/sweep/sweep_folder.h"
#include "tests/support/catch.h"

using namespace lookaside;
using sweep::RunStore;
using State = RunStore::State;
namespace fs = std::filesystem;

namespace {

const std::string identity(64, 'a');

class Folder {
  public:
    Folder() {
        std::string name = (fs::temp_directory_path() / "lookaside-store-XXXXXX").string();
        REQUIRE(mkdtemp(name.data()) != nullptr);
        path_ = name;
    }
    ~Folder() { fs::remove_all(path_); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    const fs::path& path() const { return path_; }
    fs::path file(const std::string& name) const {
        return path_ / RunStore::folder_name(identity) / name;
    }

  private:
    fs::path path_;
};

reports::RunResult good_result() {
    reports::RunResult result;
    result.throughput.mbit_per_s = 432.5;
    result.checks.push_back({"integrity", true, ""});
    return result;
}

}  // namespace

TEST_CASE("a run is done once its outcome is there, with its figures") {
    const Folder folder;
    const RunStore store(folder.path());
    CHECK(store.look(identity).state == State::missing);
    store.save(identity, good_result());
    const RunStore::Entry entry = store.look(identity);
    REQUIRE(entry.state == State::done);
    CHECK(entry.run.status == reports::RunStatus::ok);
    CHECK(entry.run.metrics->throughput_mbit_per_s == 432.5);
}

TEST_CASE("a run that was interrupted between result and outcome is missing") {
    const Folder folder;
    const RunStore store(folder.path());
    store.save(identity, good_result());
    fs::remove(folder.file("outcome.json"));
    CHECK(store.look(identity).state == State::missing);
}

TEST_CASE("a result that was removed or changed by a single byte is not trusted") {
    const Folder folder;
    const RunStore store(folder.path());
    store.save(identity, good_result());
    std::fstream(folder.file("result.json")).seekp(100).put('X');
    CHECK(store.look(identity).state == State::broken);
    CHECK(store.look(identity).why == "result.json is corrupt");
    fs::remove(folder.file("result.json"));
    CHECK(store.look(identity).why == "result.json is missing");
}

TEST_CASE("an outcome that is cut, or of another run, is not trusted") {
    const Folder folder;
    const RunStore store(folder.path());
    store.save(identity, good_result());
    fs::resize_file(folder.file("outcome.json"), fs::file_size(folder.file("outcome.json")) / 2);
    CHECK(store.look(identity).why == "outcome.json is corrupt");
    store.save(identity, good_result());
    const std::string same_prefix = identity.substr(0, 63) + "b";
    CHECK(store.look(same_prefix).why == "outcome.json is of another run");
}

TEST_CASE("a failed check is recorded with its detail") {
    const Folder folder;
    const RunStore store(folder.path());
    reports::RunResult result = good_result();
    result.checks.push_back({"bounds", false, "above the link's ceiling"});
    store.save(identity, result);
    const reports::SweepRun run = store.look(identity).run;
    CHECK(run.status == reports::RunStatus::check_failed);
    CHECK(run.exit_status == 1);
    CHECK(run.error == "bounds: above the link's ceiling");
}

TEST_CASE("a failure is an outcome too") {
    const Folder folder;
    const RunStore store(folder.path());
    reports::SweepRun crash;
    crash.status = reports::RunStatus::crashed;
    crash.signal = 11;
    crash.error = "line 1\nline 2";
    store.save_failure(identity, crash);
    const RunStore::Entry entry = store.look(identity);
    REQUIRE(entry.state == State::done);
    CHECK(entry.run.signal == 11);
    CHECK(entry.run.error == "line 1\nline 2");
    CHECK_FALSE(entry.run.metrics);
    store.clear(identity);
    CHECK(store.look(identity).state == State::missing);
}

TEST_CASE("one sweep works in a folder at a time") {
    const Folder folder;
    const sweep::FolderLock lock(folder.path());
    CHECK_THROWS_WITH(sweep::FolderLock(folder.path()),
                      Catch::Matchers::Contains("another sweep works in this folder"));
}

TEST_CASE("of a long standard error the last lines are kept") {
    CHECK(sweep::last_lines("") == "");
    CHECK(sweep::last_lines("one\ntwo\n") == "one\ntwo");
    std::string many;
    for (int line = 1; line <= 100; ++line) {
        many += std::to_string(line) + "\n";
    }
    CHECK(sweep::last_lines(many).substr(0, 6) == "61\n62\n");
    CHECK(sweep::last_lines(std::string(10'000, 'x')).size() == 4096);
}
