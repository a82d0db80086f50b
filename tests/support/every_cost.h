// SPDX-License-Identifier: Apache-2.0
// A CPU for tests of drivers, on which every service has the same price.
#pragma once

#include "host/os/cost.h"

namespace lookaside::test {

/// Four cores on which every service costs 100 ns, so that no two moments fall together by chance.
inline os::CpuProfile every_cost_100_ns() {
    os::CpuProfile cpu;
    cpu.name = "test";
    cpu.frequency = Hertz{1'000'000'000};
    cpu.cores = 4;
    cpu.cstate_entry = Picoseconds{INT64_MAX / 2};
    for (auto& price : cpu.prices) {
        price.each = 100_ns;
    }
    for (const os::Cost cost : {os::Cost::copy_per_byte, os::Cost::dma_sync_per_byte}) {
        cpu.prices[static_cast<std::size_t>(cost)].each = Picoseconds{0};
    }
    return cpu;
}

}  // namespace lookaside::test
