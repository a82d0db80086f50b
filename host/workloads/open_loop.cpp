// SPDX-License-Identifier: Apache-2.0
#include "host/workloads/open_loop.h"

namespace lookaside::workloads {

void OpenLoop::generate() {
    const SimTime start = kernel().now();
    while (!stopping()) {
        const SimTime arrival = start + arrivals_->next();
        if (arrival > kernel().now()) {
            kernel().sleep(arrival - kernel().now());
        }
        if (!stopping()) {
            requester().submit(arrival);
        }
    }
}

}  // namespace lookaside::workloads
