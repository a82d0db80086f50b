// SPDX-License-Identifier: Apache-2.0
// The published figures of the FPGA IPsec card ("system A" in docs/validation.md).
#pragma once

#include <filesystem>

#include "app/validation_plan.h"

namespace lookaside::app {

/// Figures of "FPGA PCIe IPsec card with XDMA driver", REV-ECIT 2020, pp. 202-207. `scenarios` is
/// the project's scenarios folder.
ValidationPlan fpga_ipsec_plan(const std::filesystem::path& scenarios);

/// Where the difference between x1 and x4 comes from: the publication's 18.4 us a packet, and what
/// the model says about wire, clocks and software.
ValidationPlan fpga_ipsec_gap_plan(const std::filesystem::path& scenarios);

}  // namespace lookaside::app
