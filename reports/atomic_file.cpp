// SPDX-License-Identifier: Apache-2.0
#include "reports/atomic_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "base/error.h"

namespace lookaside::reports {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t buffer_bytes = std::size_t{1} << 20;

fs::path folder_of(const fs::path& target) {
    return target.has_parent_path() ? target.parent_path() : fs::path(".");
}

std::string fix_for(int error, const fs::path& target) {
    const std::string folder = folder_of(target).string();
    switch (error) {
        case ENOENT:
            return fmt::format("create the folder {} or choose another", folder);
        case ENOTDIR:
            return fmt::format("{} is not a folder: choose another", folder);
        case EACCES:
        case EPERM:
            return fmt::format("make {} writable or choose another folder", folder);
        case EROFS:
            return fmt::format("{} is on a read-only file system: choose another folder", folder);
        case ENOSPC:
        case EDQUOT:
            return fmt::format("free space on the disk of {} or choose another folder", folder);
        case EFBIG:
            return "raise the file size limit (ulimit -f) or choose another folder";
        case EISDIR:
            return fmt::format("{} is a folder: remove it or choose another name", target.string());
        default:
            return "choose another folder";
    }
}

[[noreturn]] void throw_input_error(int error, const fs::path& target) {
    throw InputError(fmt::format("cannot write {}: {}; {}", target.string(),
                                 std::generic_category().message(error), fix_for(error, target)));
}

/// The rename survives a power cut only once the folder is on disk too. File systems that cannot
/// sync a folder lose nothing but that promise.
void sync_folder(const fs::path& folder) {
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor >= 0) {
        ::fsync(descriptor);
        ::close(descriptor);
    }
}

}  // namespace

AtomicFile::AtomicFile(fs::path target) : target_(std::move(target)) {
    temporary_ =
        folder_of(target_) / fmt::format(".{}.{}.part", target_.filename().string(), ::getpid());
    constexpr mode_t mode = 0666;  // less the umask
    descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode);
    if (descriptor_ < 0) {
        throw_input_error(errno, target_);
    }
}

AtomicFile::~AtomicFile() {
    discard();
}

void AtomicFile::write(std::string_view bytes) {
    buffer_.append(bytes);
    if (buffer_.size() >= buffer_bytes) {
        flush();
    }
}

void AtomicFile::flush() {
    std::string_view rest = buffer_;
    while (!rest.empty()) {
        const ssize_t written = ::write(descriptor_, rest.data(), rest.size());
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written < 0) {
            fail(errno);
        }
        rest.remove_prefix(static_cast<std::size_t>(written));
    }
    buffer_.clear();
}

void AtomicFile::commit() {
    flush();
    if (::fsync(descriptor_) != 0 && errno != EINVAL && errno != EROFS) {
        fail(errno);
    }
    const int closed = ::close(std::exchange(descriptor_, -1));
    if (closed != 0 && errno != EINTR) {
        fail(errno);
    }
    if (::rename(temporary_.c_str(), target_.c_str()) != 0) {
        fail(errno);
    }
    temporary_.clear();
    sync_folder(folder_of(target_));
}

void AtomicFile::fail(int error) {
    discard();
    throw_input_error(error, target_);
}

void AtomicFile::discard() {
    if (descriptor_ >= 0) {
        ::close(std::exchange(descriptor_, -1));
    }
    if (!temporary_.empty()) {
        ::unlink(temporary_.c_str());
        temporary_.clear();
    }
}

void write_file(const fs::path& target, std::string_view content) {
    AtomicFile file(target);
    file.write(content);
    file.commit();
}

void require_output_folder(const fs::path& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error && !fs::is_directory(folder)) {
        throw InputError(fmt::format("cannot create the folder {}: {}; choose another",
                                     folder.string(), error.message()));
    }
    const AtomicFile probe(folder / "probe");
}

}  // namespace lookaside::reports
