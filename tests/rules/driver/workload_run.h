// SPDX-License-Identifier: Apache-2.0
// Runs a closed loop over the driver until enough requests are back.
#pragma once

#include "host/workloads/closed_loop.h"
#include "tests/rules/driver/bench.h"

namespace lookaside::test {

/// Drives `provider` with `depth` requests in flight until `requests` have come back and nothing
/// is left. To be called from the test's thread.
inline workloads::RequestCounters run_closed_loop(Bench& bench, crypto_api::AeadProvider& provider,
                                                  RecordingSink& sink,
                                                  const workloads::RequestParameters& parameters,
                                                  std::uint64_t depth, std::size_t requests) {
    workloads::ClosedLoop loop(bench.kernel, provider, sink, parameters, depth, 2);
    bool finished = false;
    loop.start([&] { finished = true; });
    while (sink.records.size() < requests) {
        bench.kernel.sleep(10_us);
    }
    loop.stop();
    while (!finished) {
        bench.kernel.sleep(10_us);
    }
    return loop.counters();
}

}  // namespace lookaside::test
