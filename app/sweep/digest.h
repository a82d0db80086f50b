// SPDX-License-Identifier: Apache-2.0
// SHA-256 of texts and files, as what identifies points and checks results.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/sha256.h"

namespace lookaside::sweep {

using Digest = std::array<std::uint8_t, Sha256::digest_bytes>;

Digest digest_of(std::string_view text);
/// 64 hexadecimal digits.
std::string hex(const Digest& digest);

}  // namespace lookaside::sweep
