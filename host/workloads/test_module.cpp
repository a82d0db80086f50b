// SPDX-License-Identifier: Apache-2.0
#include "host/workloads/test_module.h"

namespace lookaside::workloads {

using crypto_api::Submit;

void TestModule::generate() {
    while (!stopping()) {
        const std::uint64_t seen = returns();
        switch (requester().submit(kernel().now())) {
            case Submit::refused:
                wait_until([&] { return returns() != seen; });
                break;
            case Submit::backlogged:
                wait_until([this] { return requester().on_backlog() == 0; });
                break;
            default:
                break;
        }
    }
}

}  // namespace lookaside::workloads
