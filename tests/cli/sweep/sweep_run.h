// SPDX-License-Identifier: Apache-2.0
// The start of a sweep's command line whose points take a moment each.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/cli/command.h"

namespace lookaside::cli {

inline const std::string card_scenario = "\"$scenarios/fpga-ipsec-pc.toml\"";
inline const std::string quick_settings =
    " --set fidelity.engine=timed --set run.warmup='5 ms' --set run.window='5 ms' ";
inline const std::string quick_sweep = "$lookaside sweep " + card_scenario + quick_settings;
/// Without a window of its own, so that it can be varied.
inline const std::string card_sweep = "$lookaside sweep " + card_scenario +
                                      " --set fidelity.engine=timed --set run.warmup='5 ms' "
                                      "--set run.time_limit='7000 s' ";

/// The bytes of a file in the working directory; empty if it is not there.
inline std::string text_of(const Workplace& work, const std::string& name) {
    std::ifstream stream(work.folder() / "work" / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace lookaside::cli
