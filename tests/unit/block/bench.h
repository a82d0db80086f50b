// SPDX-License-Identifier: Apache-2.0
// Runs block workloads over the scripted device.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "host/workloads/block_workload.h"
#include "tests/rules/os/machine.h"
#include "tests/support/catch.h"
#include "tests/support/recording_sink.h"
#include "tests/unit/block/scripted_device.h"

namespace lookaside::test {

/// Four cores on which only a submission costs time.
struct BlockBench {
    os::test::Machine machine{os::test::profile(4, {{os::Cost::block_submit, 100_ns}})};
    RecordingSink sink;
    ScriptedDevice device{machine.kernel};
    /// All that ever ran: their threads may not end before the simulation does.
    std::vector<std::unique_ptr<workloads::BlockWorkload>> workloads;

    workloads::BlockWorkload& add(const workloads::BlockParameters& parameters) {
        workloads.push_back(
            std::make_unique<workloads::BlockWorkload>(machine.kernel, device, sink, parameters));
        return *workloads.back();
    }
    /// Runs one workload until it has finished.
    workloads::RequestCounters run(const workloads::BlockParameters& parameters) {
        workloads::BlockWorkload& workload = add(parameters);
        workload.start([] { sc_core::sc_pause(); });
        sc_core::sc_start(1, sc_core::SC_SEC);
        CHECK(workload.finished());
        const workloads::RequestCounters counters = workload.counters();
        CHECK(counters.completed == counters.attempted);
        CHECK(counters.completed ==
              counters.verified + counters.unchecked + counters.mismatched + counters.failed);
        return counters;
    }
};

/// A few hundred requests that follow each other quickly.
inline workloads::BlockParameters short_run(std::uint64_t requests = 300) {
    workloads::BlockParameters parameters;
    parameters.requests = requests;
    parameters.depth = 16;
    return parameters;
}

}  // namespace lookaside::test
