// SPDX-License-Identifier: Apache-2.0
// The program's part of a run's identity.
#pragma once

#include <string>

#include "app/sweep/rtl_hash.h"
#include "app/version.h"

namespace lookaside::sweep {

inline std::string program_identity() {
    return std::string("lookaside ") + app::program_version + " rtl " + rtl_sha256;
}

}  // namespace lookaside::sweep
