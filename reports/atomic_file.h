// SPDX-License-Identifier: Apache-2.0
// A file that appears whole or not at all.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace lookaside::reports {

/// Writes to a temporary name in the target's folder; commit() makes the bytes durable and renames.
/// Destroyed without commit() (an exception, say), it removes the temporary file. Every failure
/// throws InputError that names the path, the cause and the fix, and leaves nothing behind.
class AtomicFile {
  public:
    explicit AtomicFile(std::filesystem::path target);
    ~AtomicFile();
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    /// Appends; buffered.
    void write(std::string_view bytes);
    /// Call once, last.
    void commit();

  private:
    void flush();
    [[noreturn]] void fail(int error);
    void discard();

    std::filesystem::path target_;
    std::filesystem::path temporary_;
    std::string buffer_;
    int descriptor_ = -1;
};

/// The whole content at once.
void write_file(const std::filesystem::path& target, std::string_view content);

/// Makes sure that results can be written to `folder` before hours are spent on them: creates it
/// (and its parents) if missing and tries a file in it. Throws InputError as AtomicFile does.
void require_output_folder(const std::filesystem::path& folder);

}  // namespace lookaside::reports
