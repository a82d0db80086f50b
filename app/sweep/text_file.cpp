// SPDX-License-Identifier: Apache-2.0
#include "app/sweep/text_file.h"

#include <fstream>
#include <iterator>

namespace lookaside::sweep {

std::optional<std::string> file_text(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    if (!stream || std::filesystem::is_directory(file)) {
        return std::nullopt;
    }
    return std::string(std::istreambuf_iterator<char>(stream), {});
}

}  // namespace lookaside::sweep
