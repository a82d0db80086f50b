// SPDX-License-Identifier: Apache-2.0
#include "host/workloads/closed_loop.h"

namespace lookaside::workloads {

void ClosedLoop::generate() {
    while (!stopping()) {
        wait_until([this] { return requester().in_flight() < depth_; });
        if (stopping()) {
            return;
        }
        const std::uint64_t seen = returns();
        if (requester().submit(kernel().now()) == crypto_api::Submit::refused) {
            wait_until([&] { return returns() != seen; });
        }
    }
}

}  // namespace lookaside::workloads
