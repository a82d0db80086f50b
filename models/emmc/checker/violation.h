// SPDX-License-Identifier: Apache-2.0
// How a rule of the MMC bus says that it was broken.
#pragma once

#include <string>

#include "base/error.h"
#include "base/units.h"

namespace lookaside::emmc::checker {

[[noreturn]] inline void violation(const std::string& text, SimTime at) {
    throw SimulationError("MMC bus at " + std::to_string(at.count()) + " ps: " + text);
}

/// Something began at `at`, though `earliest` was the first time allowed.
inline void not_before(SimTime at, SimTime earliest, const std::string& text) {
    if (at < earliest) {
        violation(text + ", " + std::to_string((earliest - at).count()) + " ps too early", at);
    }
}

}  // namespace lookaside::emmc::checker
