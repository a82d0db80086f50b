// SPDX-License-Identifier: Apache-2.0
// How fast the PCIe link simulates.
#pragma once

namespace lookaside::app {

/// TLPs a second of CPU time (CLOCK_PROCESS_CPUTIME_ID) over a saturated Gen3 x8 link, writes of
/// 256 bytes at MPS 256, without the protocol checker. Once a process.
double bench_link_tlps_per_cpu_second();

}  // namespace lookaside::app
