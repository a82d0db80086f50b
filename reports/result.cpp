// SPDX-License-Identifier: Apache-2.0
#include "reports/result.h"

#include <algorithm>

namespace lookaside::reports {

Throughput make_throughput(std::uint64_t completed, Bytes payload, Picoseconds window) {
    const double seconds = to_seconds(window);
    Throughput throughput;
    throughput.completed = completed;
    throughput.payload = payload;
    throughput.mbyte_per_s = static_cast<double>(payload) / seconds * 1e-6;
    throughput.mbit_per_s = 8.0 * throughput.mbyte_per_s;
    throughput.packets_per_s = static_cast<double>(completed) / seconds;
    throughput.operations_per_s = throughput.packets_per_s;
    return throughput;
}

LinkBandwidth make_link_bandwidth(LinkBandwidth counts, Picoseconds window) {
    counts.gbit_per_s = 8.0 * static_cast<double>(counts.payload) / to_seconds(window) * 1e-9;
    counts.efficiency =
        counts.wire == 0 ? 0.0
                         : static_cast<double>(counts.payload) / static_cast<double>(counts.wire);
    return counts;
}

bool RunResult::passed() const {
    return std::all_of(checks.begin(), checks.end(),
                       [](const Check& check) { return check.passed; });
}

}  // namespace lookaside::reports
