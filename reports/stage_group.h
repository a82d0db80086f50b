// SPDX-License-Identifier: Apache-2.0
// What kind of work a stage is: the coarse answer to "where does the time go".
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "base/timeline.h"

namespace lookaside::reports {

/// Every stage belongs to one group.
enum class StageGroup : std::uint8_t {
    queueing,         // in a list, until the driver, an engine or the callback worker takes it
    driver_code,      // driver instructions and the MMIO accesses among them
    pcie_transfer,    // doorbell flight, descriptor fetch, data on the link, host memory
    device_bus,       // between a device's central buffer and its engines, waiting included
    crypto_engine,    // the core works
    interrupt_wakeup  // MSI flight, interrupt handling, work item, wake-up, context switch
};
inline constexpr std::array<StageGroup, 6> stage_groups{
    StageGroup::queueing,   StageGroup::driver_code,   StageGroup::pcie_transfer,
    StageGroup::device_bus, StageGroup::crypto_engine, StageGroup::interrupt_wakeup};

/// Name in words, for example "interrupts and wake-ups".
std::string_view name_of(StageGroup group);

/// Group of the stage between two moments.
StageGroup group_of(Moment from, Moment to);

}  // namespace lookaside::reports
