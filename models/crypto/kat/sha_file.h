// SPDX-License-Identifier: Apache-2.0
// NIST CAVP response files of SHA (SHAVS): short and long messages, Monte Carlo.
#pragma once

#include <string>
#include <vector>

#include "models/crypto/kat/rsp_lines.h"
#include "models/crypto/kat/vector.h"

namespace lookaside::crypto::kat {

/// Reads the lines of a file that starts with [L = ...], the digest's length in bytes. Only
/// SHA-256 is read; vectors of another hash are counted as skipped.
VectorFile read_sha(const std::vector<RspLine>& lines, const std::string& name);

}  // namespace lookaside::crypto::kat
