// SPDX-License-Identifier: Apache-2.0
// What can be chosen about the engine array's driver.
#pragma once

#include <cstdint>

#include "base/units.h"
#include "host/os/kernel.h"

namespace lookaside::drivers::engine_array {

/// How the driver learns of completions.
enum class CompletionMode : std::uint8_t {
    interrupt,  // MSI-X, a vector a queue pair
    poll,       // a thread a queue pair watches the completion ring; interrupts stay off
};

struct Parameters {
    /// Queue pairs in use, 1..8.
    unsigned queue_pairs = 1;
    /// Entries of each ring, a power of two up to 4096. One stays empty.
    unsigned ring_entries = 256;
    /// Tags of a queue pair, 1..max_ring_entries. More than the ring holds may wait for its room.
    unsigned tags = 255;

    CompletionMode completion = CompletionMode::interrupt;
    /// Interrupt when so many entries are unread (0 or 1: each) ...
    unsigned coalescing_entries = 1;
    /// ... or the oldest is so old, in whole microseconds up to 65,535.
    Picoseconds coalescing_time{0};

    /// Longest time of a request in the device; 30 s in Linux's block layer.
    Picoseconds request_timeout = 30'000_ms;
    /// Longest time until the card is ready. An eMMC device may take 1 s to leave its busy state
    /// (JESD84-B51, CMD1).
    Picoseconds ready_timeout = 10'000_ms;
    /// Time between two looks at the card's status meanwhile.
    Picoseconds ready_interval = 1_ms;

    /// CPU of queue pair 0's interrupt, or of its polling thread; the next pair has the next CPU.
    os::CpuId first_cpu = 0;
};

}  // namespace lookaside::drivers::engine_array
