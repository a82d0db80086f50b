// SPDX-License-Identifier: Apache-2.0
#include "reports/atomic_file.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <functional>
#include <iterator>
#include <stdexcept>

#include "base/error.h"
#include "reports/request_csv.h"
#include "tests/support/catch.h"

using namespace lookaside;
using namespace lookaside::reports;

namespace fs = std::filesystem;

namespace {

/// A fresh folder that is gone afterwards.
class TemporaryFolder {
  public:
    TemporaryFolder() {
        std::string name = (fs::temp_directory_path() / "lookaside-XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr) {
            throw std::runtime_error("no temporary folder");
        }
        path_ = name;
    }
    ~TemporaryFolder() { fs::remove_all(path_); }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    const fs::path& path() const { return path_; }

  private:
    fs::path path_;
};

std::string content_of(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::size_t entries_in(const fs::path& folder) {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

std::string message_of(const std::function<void()>& action) {
    try {
        action();
    } catch (const InputError& error) {
        return error.what();
    }
    return "no InputError";
}

/// Puts a file system of 64 KiB on the folder; needs root or user name spaces.
bool mount_small_disk(const fs::path& folder) {
    const auto mount_here = [&] {
        return ::mount("tmpfs", folder.c_str(), "tmpfs", 0, "size=64k") == 0;
    };
    return (::unshare(CLONE_NEWNS) == 0 || ::unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0) &&
           ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 && mount_here();
}

}  // namespace

TEST_CASE("a committed file has the content and nothing else is left in the folder") {
    const TemporaryFolder folder;
    write_file(folder.path() / "result.json", "{}\n");
    CHECK(content_of(folder.path() / "result.json") == "{}\n");
    CHECK(entries_in(folder.path()) == 1);
}

TEST_CASE("a file replaces the one before it only when it is committed") {
    const TemporaryFolder folder;
    const fs::path target = folder.path() / "result.json";
    write_file(target, "old");
    AtomicFile file(target);
    file.write("new");
    CHECK(content_of(target) == "old");
    file.commit();
    CHECK(content_of(target) == "new");
}

TEST_CASE("an exception before commit leaves nothing behind") {
    const TemporaryFolder folder;
    const auto interrupted = [&] {
        AtomicFile file(folder.path() / "result.json");
        file.write("half");
        throw std::logic_error("on the way");
    };
    CHECK_THROWS_AS(interrupted(), std::logic_error);
    CHECK(entries_in(folder.path()) == 0);
}

TEST_CASE("a missing folder is named with the fix") {
    const TemporaryFolder folder;
    const fs::path target = folder.path() / "missing" / "result.json";
    CHECK(message_of([&] { write_file(target, "{}"); }) ==
          "cannot write " + target.string() + ": No such file or directory; create the folder " +
              target.parent_path().string() + " or choose another");
}

TEST_CASE("a folder that cannot be written to is named with the fix") {
    const TemporaryFolder folder;
    const fs::path unwritable = folder.path() / "unwritable";
    fs::create_directory(unwritable);
    fs::permissions(folder.path(), fs::perms::all);
    fs::permissions(unwritable, fs::perms::owner_read | fs::perms::owner_exec);
    // Root may write anywhere, so it becomes nobody for a while.
    constexpr uid_t nobody = 65534;
    const uid_t user = ::geteuid();
    if (user == 0) {
        REQUIRE(::seteuid(nobody) == 0);
    }
    const std::string message = message_of([&] { write_file(unwritable / "result.json", "{}"); });
    const std::string folder_message = message_of([&] { require_output_folder(unwritable); });
    REQUIRE(::seteuid(user) == 0);
    CHECK(message.find("cannot write " + (unwritable / "result.json").string()) == 0);
    CHECK(message.find("another folder") != std::string::npos);
    CHECK(folder_message.find("cannot write") == 0);
}

TEST_CASE("a full disk is named with the fix and leaves nothing behind") {
    const TemporaryFolder folder;
    if (!mount_small_disk(folder.path())) {
        WARN("skipped: mounting needs root or user name spaces");
        return;
    }
    const fs::path target = folder.path() / "requests.csv";
    const std::string message = message_of([&] { write_file(target, std::string(200'000, 'x')); });
    CHECK(message == "cannot write " + target.string() +
                         ": No space left on device; free space on the disk of " +
                         folder.path().string() + " or choose another folder");
    CHECK(entries_in(folder.path()) == 0);
    ::umount(folder.path().c_str());
}

TEST_CASE("a target that is a folder is named with the fix and leaves nothing behind") {
    const TemporaryFolder folder;
    fs::create_directory(folder.path() / "result.json");
    CHECK(message_of([&] {
              write_file(folder.path() / "result.json", "{}");
          }).find("is a folder: remove it") != std::string::npos);
    CHECK(entries_in(folder.path()) == 1);
}

TEST_CASE("an output folder is created with its parents and left empty") {
    const TemporaryFolder folder;
    require_output_folder(folder.path() / "a" / "b");
    CHECK(fs::is_directory(folder.path() / "a" / "b"));
    CHECK(entries_in(folder.path() / "a" / "b") == 0);
}

TEST_CASE("an output folder under a file cannot be made") {
    const TemporaryFolder folder;
    write_file(folder.path() / "file", "");
    CHECK(message_of([&] {
              require_output_folder(folder.path() / "file" / "out");
          }).find("cannot create the folder") == 0);
}

TEST_CASE("requests.csv has a line a request and leaves unstamped moments empty") {
    const TemporaryFolder folder;
    RequestCsv csv(folder.path() / "requests.csv");
    Timeline timeline;
    timeline.stamp(Moment::submitted, 5_ps);
    timeline.stamp(Moment::callback, 9_ps);
    csv.add(timeline, 6_ps, 1500);
    csv.commit();
    const std::string text = content_of(folder.path() / "requests.csv");
    CHECK(text.find("number,payload_bytes,accepted_ps,submitted_ps,queued_ps,") == 0);
    CHECK(text.substr(text.find('\n') + 1) ==
          "1,1500,6,5" + std::string(moment_count - 1, ',') + "9\n");
}
