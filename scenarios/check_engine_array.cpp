// SPDX-License-Identifier: Apache-2.0
// What the parameters of the engine array's system ask of each other.
#include <fmt/format.h>

#include "datasheets/engine_array.h"
#include "scenarios/checker.h"
#include "scenarios/cpu_profile.h"

namespace lookaside::scenarios {
namespace {

struct BusLimit {
    BusMode mode;
    Hertz clock;
    unsigned least_width;
    unsigned most_width;
};

/// Widths and clocks of JESD84-B51's speed modes.
constexpr BusLimit bus_limits[] = {
    {BusMode::legacy, 26_MHz, 1, 8}, {BusMode::hs, 52_MHz, 1, 8},
    {BusMode::ddr52, 52_MHz, 4, 8},  {BusMode::hs200, 200_MHz, 4, 8},
    {BusMode::hs400, 200_MHz, 8, 8},
};

void check_bus(const Checker& checker) {
    const BusConfig& bus = checker.config().bus;
    for (const BusLimit& limit : bus_limits) {
        if (limit.mode != bus.mode) {
            continue;
        }
        checker.refuse_if(
            bus.clock.value > limit.clock.value, "bus.clock",
            fmt::format("{} allows {} MHz at most; use that or less, or another bus.mode",
                        checker.shown("bus.mode"), limit.clock.value / 1'000'000));
        checker.refuse_if(
            bus.width < limit.least_width, "bus.width",
            fmt::format("{} needs {} data lines at least; use {} or another bus.mode",
                        checker.shown("bus.mode"), limit.least_width, limit.most_width));
    }
}

void check_block(const Checker& checker) {
    constexpr Bytes sector = 512;
    const SizeDistribution& sizes = checker.config().workload.request_size;
    checker.refuse_if(sizes.parts.size() != 1, "workload.request_size",
                      "a block workload has requests of one size; use for example \"4 KiB\"");
    checker.refuse_if(
        sizes.largest() % sector != 0, "workload.request_size",
        fmt::format("{} B is no multiple of a sector (512 B); use 512 B to 4 KiB in steps of "
                    "512 B",
                    sizes.largest()));
    checker.refuse_if(sizes.largest() > datasheet::engine_array::max_task_bytes,
                      "workload.request_size",
                      fmt::format("a task takes {} B at most; use 4 KiB or less",
                                  datasheet::engine_array::max_task_bytes));
    const os::CpuProfile profile = load_cpu_profile(checker.config().host.cpu, checker.folder());
    checker.refuse_if(
        checker.config().host.submit_cpu + checker.config().workload.jobs > profile.cores,
        "workload.jobs",
        fmt::format("each job has a core of its own from host.submit_cpu ({}) on, and {} has "
                    "{}; use {} or less",
                    checker.config().host.submit_cpu, profile.name, profile.cores,
                    profile.cores - checker.config().host.submit_cpu));
}

void check_devices(const Checker& checker, std::string_view name,
                   const std::vector<DevicePlace>& devices) {
    const ArrayConfig& array = checker.config().array;
    for (const DevicePlace& place : devices) {
        checker.refuse_if(
            place.channel >= array.channels || place.device >= array.devices, name,
            fmt::format("there is no device {}:{}; channels are 0 to {}, devices 0 "
                        "to {}",
                        place.channel, place.device, array.channels - 1, array.devices - 1));
    }
}

void check_batch(const Checker& checker) {
    const WorkloadConfig& workload = checker.config().workload;
    checker.refuse_if(workload.complete_batch > workload.queue_depth, "workload.complete_batch",
                      fmt::format("a job with {} requests in flight never sees {} come back "
                                  "together; use workload.queue_depth or less",
                                  workload.queue_depth, workload.complete_batch));
}

}  // namespace

void check_engine_array(const Checker& checker) {
    check_devices(checker, "array.mute_devices", checker.config().array.mute_devices);
    check_devices(checker, "array.hanging_devices", checker.config().array.hanging_devices);
    check_bus(checker);
    check_block(checker);
    check_batch(checker);
}

}  // namespace lookaside::scenarios
