// SPDX-License-Identifier: Apache-2.0
#include "app/link_run.h"
#include "base/error.h"
namespace lookaside::app {
reports::RunResult run_link_system(const scenarios::ScenarioConfig&) {
    throw InputError("pcie-link");
}
}  // namespace lookaside::app
