// SPDX-License-Identifier: Apache-2.0
// What can be set about the crypto-engine array card.
#pragma once

#include <cstdint>
#include <optional>

#include "base/units.h"
#include "models/emmc/bus_parameters.h"

namespace lookaside::array {

/// How the engines of a device share its tasks.
enum class Grouping : std::uint8_t {
    independent,  // each works on a task of its own
    ganged,       // all work on one task, which takes 1/K of the time
};

/// Which engine gets a task.
enum class Dispatch : std::uint8_t {
    any_idle,     // an idle engine of the least loaded channel, the lowest first; work conserving
    round_robin,  // the next engine in turn, busy or not
    random,       // any engine with equal probability, busy or not
};

/// When a channel uses its bus for what.
enum class Schedule : std::uint8_t {
    overlap,    // results, polls and loads as they come, while other engines compute
    lock_step,  // loads all that wait, lets all compute, then fetches all results
};

/// What the queue depth counts.
enum class DepthScope : std::uint8_t {
    total,         // all tasks between admission and completion entry
    per_channel,   // the same for each channel: channels * depth tasks, at most depth in a channel
    waiting_room,  // tasks that wait for an engine, beyond those that have one
};

/// Who spends the firmware's time for a task.
enum class FirmwareScope : std::uint8_t { channel, device };

/// When the firmware asks a device whether results are ready (CMD13 with bit 15).
enum class Polling : std::uint8_t {
    fixed_interval,  // always so long after the last time, while a task is in the device
    expected_end,    // when a task should be over, by what the last of its kind took; then at the
                     // interval
};

/// Clock cycles of the card's logic, at ArrayParameters::clock. Not published: assumptions of the
/// size that such logic has.
struct Latencies {
    Cycles register_read = 12;  // host read: arrival to completion in the transmit queue
    Cycles interrupt = 8;       // request to its message in the transmit queue
};

/// Defaults are the chip of Luo et al., J. Electronics & Information Technology 43(12), 2021:
/// 8 x 8 x 16 engines of 133 SHA-256 operations a second on 4 KB, queue depth 128.
struct ArrayParameters {
    unsigned channels = 8;  // N: eMMC buses, 1..255
    unsigned devices = 8;   // M: devices on a bus, 1..30 (electrical limit of MultiMediaCard buses)
    unsigned engines = 16;  // K: engines in a device, 1..32: the queue status register has a bit
                            // for each
    Grouping grouping = Grouping::independent;

    emmc::BusParameters bus;
    /// From the last block to the release of DAT0: the device's buffer takes the data.
    Picoseconds device_write_time{0};
    /// From power on until a device can be identified. Data sheets allow up to 1 s.
    Picoseconds device_power_up = 10_ms;
    /// Sectors of 512 bytes that a device stores, 8..2^24, a multiple of 8.
    std::uint32_t device_sectors = 65'536;

    /// Engine clock, which counts the core's cycles.
    Hertz engine_clock{500'000'000};
    /// If set, an engine takes this long for a task of 4 KB, whatever the core says, and in
    /// proportion for other lengths.
    std::optional<Picoseconds> service_time;

    unsigned depth = 128;  // at least 1
    DepthScope depth_scope = DepthScope::total;
    Dispatch dispatch = Dispatch::any_idle;
    std::uint64_t dispatch_seed = 1;
    /// A task goes first once this many of higher priority were dispatched while it waited.
    unsigned ageing = 256;
    Schedule schedule = Schedule::overlap;
    /// Processor time of the manager for each task, between assignment and load.
    Picoseconds firmware_time{0};
    FirmwareScope firmware_scope = FirmwareScope::channel;
    Polling polling = Polling::expected_end;
    Picoseconds poll_interval = 20_us;  // more than 0

    /// Times that a bus operation is tried before its device is given up, at least 1.
    unsigned attempts = 3;
    /// A device whose task is not over after this is given up.
    Picoseconds task_timeout = 100_ms;

    Hertz clock{250'000'000};  // of the card's logic
    Latencies cycles;
    /// Payload reads that may be outstanding on PCIe, at least 1.
    unsigned outstanding_reads = 32;
    /// Submission entries read at a time and held ahead for a queue pair, 1..64.
    unsigned task_fetch = 8;
};

/// Throws InputError for what is out of range or does not fit together.
void check(const ArrayParameters& parameters);

}  // namespace lookaside::array
