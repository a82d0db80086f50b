// SPDX-License-Identifier: Apache-2.0
// CPU time of this process, for benchmarks.
#pragma once

#include <ctime>

namespace lookaside::app {

/// CPU seconds that this process has used.
inline double cpu_seconds_now() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

}  // namespace lookaside::app
