// SPDX-License-Identifier: Apache-2.0
#include "app/sweep/digest.h"

#include <fmt/format.h>

#include <iterator>

namespace lookaside::sweep {

Digest digest_of(std::string_view text) {
    Sha256 sha256;
    Digest digest{};
    sha256.hash({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}, digest);
    return digest;
}

std::string hex(const Digest& digest) {
    std::string text;
    for (const std::uint8_t byte : digest) {
        fmt::format_to(std::back_inserter(text), "{:02x}", byte);
    }
    return text;
}

}  // namespace lookaside::sweep
