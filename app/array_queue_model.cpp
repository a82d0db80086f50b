// SPDX-License-Identifier: Apache-2.0
#include "app/array_queue_model.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <vector>

namespace lookaside::app {

Picoseconds table_latency(const ArrayQueue& queue) {
    const Picoseconds service = queue.compute + queue.transfer;
    return queue.receive * queue.servers + service + service * queue.queued / queue.servers;
}

Picoseconds simulate_fifo(const ArrayQueue& queue) {
    const Picoseconds service = queue.compute + queue.transfer;
    // The asked-for task arrives at 0, with every server about to take one of those ahead of it.
    std::priority_queue<SimTime, std::vector<SimTime>, std::greater<>> free_at;
    for (unsigned server = 0; server < queue.servers; ++server) {
        free_at.push(queue.receive);
    }
    SimTime end{0};
    for (unsigned task = 0; task <= queue.queued; ++task) {
        end = free_at.top() + service;
        free_at.pop();
        free_at.push(end);
    }
    return end;
}

Picoseconds simulate_batches(const ArrayQueue& queue) {
    const Picoseconds service = queue.compute + queue.transfer;
    SimTime now{0};
    unsigned ahead = queue.queued;
    while (ahead >= queue.servers) {
        now += service;
        ahead -= queue.servers;
    }
    // The asked-for task's batch: the servers are refilled one after another, then start together.
    SimTime received = now;
    for (unsigned server = 0; server < queue.servers; ++server) {
        received += queue.receive;
    }
    return received + service;
}

}  // namespace lookaside::app
