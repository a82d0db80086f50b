// SPDX-License-Identifier: Apache-2.0
#include "app/sweep/text_file.h"

#include <fstream>

namespace lookaside::sweep {

std::optional<std::string> file_text(const std::filesystem::path& file) {
    std::error_code error;
    const auto size = std::filesystem::file_size(file, error);
    std::ifstream stream(file, std::ios::binary);
    if (error || !stream) {
        return std::nullopt;
    }
    std::string text(static_cast<std::size_t>(size), '\0');
    stream.read(text.data(), static_cast<std::streamsize>(size));
    text.resize(static_cast<std::size_t>(stream.gcount()));
    return text;
}

}  // namespace lookaside::sweep
