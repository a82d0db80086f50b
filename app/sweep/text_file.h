// SPDX-License-Identifier: Apache-2.0
// Reading whole files.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace lookaside::sweep {

/// The bytes of a file; none if it cannot be read.
std::optional<std::string> file_text(const std::filesystem::path& file);

}  // namespace lookaside::sweep
