// SPDX-License-Identifier: Apache-2.0
#include "app/system_run.h"

#include <stdexcept>

#include "app/array_run.h"
#include "app/fpga_run.h"
#include "app/link_run.h"

namespace lookaside::app {

RunOutcome run_system(const scenarios::ScenarioConfig& config, const RunOptions& options) {
    switch (config.system.kind) {
        case scenarios::SystemKind::pcie_link:
            return {run_link_system(config), 0};
        case scenarios::SystemKind::engine_array:
            return run_array_system(config, options);
        case scenarios::SystemKind::fpga_ipsec: {
            FpgaRunOptions run;
            static_cast<RunOptions&>(run) = options;
            return run_fpga_system(config, run);
        }
    }
    throw std::logic_error("a kind of system that cannot be run");
}

}  // namespace lookaside::app
