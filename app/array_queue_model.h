// SPDX-License-Identifier: Apache-2.0
// The queueing example of the engine array's publication: Table 1's closed form, and two readings
// of it simulated task by task.
#pragma once

#include "base/units.h"

namespace lookaside::app {

/// N * M servers before a full queue (JEIT 43(12), 2021, section 3).
struct ArrayQueue {
    unsigned servers = 1;         // N * M
    unsigned queued = 4000;       // Cmax, tasks ahead of the one whose latency is asked
    Picoseconds receive = 1_ms;   // Ti, host interface
    Picoseconds compute = 5_ms;   // Tc
    Picoseconds transfer = 1_ms;  // Tt, between the central buffer and the engine's
};

/// N * M * Ti + Tc + Tt + Cmax * (Tc + Tt) / (N * M): what reproduces the published Table 1.
Picoseconds table_latency(const ArrayQueue& queue);

/// First come, first served: a server that becomes free takes the next task, whose reception
/// overlaps with the work on those ahead.
Picoseconds simulate_fifo(const ArrayQueue& queue);

/// In batches: all servers start together when the last of their tasks has been received, one after
/// another; the tasks ahead are in the queue already and need no reception.
Picoseconds simulate_batches(const ArrayQueue& queue);

}  // namespace lookaside::app
