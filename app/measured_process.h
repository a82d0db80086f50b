// SPDX-License-Identifier: Apache-2.0
// Runs a measurement in a process of its own: SystemC has one simulation a process.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <exception>
#include <type_traits>

#include "base/error.h"

namespace lookaside::app {

/// What `measure` returns, computed in a child that is forked: before any simulation in this
/// process. Throws SimulationError if the child fails.
template <typename Measure>
auto in_process_of_its_own(Measure&& measure) {
    using Result = std::invoke_result_t<Measure>;
    static_assert(std::is_trivially_copyable_v<Result>);
    int ends[2];
    if (pipe(ends) != 0) {
        throw SimulationError("bench: no pipe to the measuring process");
    }
    const pid_t child = fork();
    if (child == 0) {
        Result result{};
        try {
            result = measure();
        } catch (const std::exception&) {
            _exit(EXIT_FAILURE);
        }
        const bool sent = write(ends[1], &result, sizeof result) == sizeof result;
        _exit(sent ? EXIT_SUCCESS : EXIT_FAILURE);
    }
    close(ends[1]);
    Result result{};
    const bool received = child > 0 && read(ends[0], &result, sizeof result) == sizeof result;
    close(ends[0]);
    if (child > 0) {
        waitpid(child, nullptr, 0);
    }
    if (!received) {
        throw SimulationError("bench: the scenario could not be run; `lookaside run` shows why");
    }
    return result;
}

}  // namespace lookaside::app
