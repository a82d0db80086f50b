// SPDX-License-Identifier: Apache-2.0
#include "models/array/parameters.h"

#include <string>

#include "base/error.h"

namespace lookaside::array {
namespace {

void require(bool good, const std::string& rule) {
    if (!good) {
        throw InputError("engine array: " + rule);
    }
}

}  // namespace

void check(const ArrayParameters& p) {
    require(p.channels >= 1 && p.channels <= 255, "channels must be 1 to 255");
    require(p.devices >= 1 && p.devices <= 30,
            "devices must be 1 to 30: more do not work on one MMC bus");
    require(p.engines >= 1 && p.engines <= 32,
            "engines must be 1 to 32: a device's queue status has 32 bits");
    emmc::check(p.bus, "engine array");
    require(p.device_sectors >= 8 && p.device_sectors <= 1U << 24 && p.device_sectors % 8 == 0,
            "device_sectors must be 8 to 16777216 and a multiple of 8");
    require(std::uint64_t{p.device_sectors} * p.channels * p.devices <= UINT32_MAX,
            "channels * devices * device_sectors must fit into 32 bits");
    require(p.device_write_time >= Picoseconds{0}, "device_write_time must not be negative");
    require(p.engine_clock.value > 0, "engine_clock must not be 0");
    require(p.device_power_up >= Picoseconds{0}, "device_power_up must not be negative");
    require(!p.service_time || *p.service_time > Picoseconds{0}, "service_time must not be 0");
    require(p.depth >= 1 && p.depth <= 65'535, "depth must be 1 to 65535");
    require(p.ageing >= 1, "ageing must be at least 1");
    require(p.firmware_time >= Picoseconds{0}, "firmware_time must not be negative");
    require(p.poll_interval > Picoseconds{0}, "poll_interval must not be 0");
    require(p.attempts >= 1, "attempts must be at least 1");
    require(p.task_timeout > Picoseconds{0}, "task_timeout must not be 0");
    require(p.clock.value > 0, "clock must not be 0");
    require(p.outstanding_reads >= 1, "outstanding_reads must be at least 1");
    require(p.task_fetch >= 1 && p.task_fetch <= 64, "task_fetch must be 1 to 64");
}

}  // namespace lookaside::array
