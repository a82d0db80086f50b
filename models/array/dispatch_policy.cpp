// SPDX-License-Identifier: Apache-2.0
#include "models/array/dispatch_policy.h"

#include "models/array/any_idle_dispatch.h"
#include "models/array/assigning_dispatch.h"

namespace lookaside::array {

std::unique_ptr<DispatchPolicy> make_dispatch_policy(const ArrayParameters& parameters,
                                                     const UnitPool& pool, CentralBuffer& buffer) {
    switch (parameters.dispatch) {
        case Dispatch::round_robin:
            return std::make_unique<AssigningDispatch>(parameters, pool, buffer,
                                                       std::make_unique<RoundRobinChooser>(),
                                                       std::make_unique<RoundRobinChooser>());
        case Dispatch::random:
            return std::make_unique<AssigningDispatch>(
                parameters, pool, buffer, std::make_unique<RandomChooser>(parameters.dispatch_seed),
                std::make_unique<RandomChooser>(parameters.dispatch_seed + 1));
        case Dispatch::any_idle:
            break;
    }
    return std::make_unique<AnyIdleDispatch>(parameters, pool, buffer);
}

}  // namespace lookaside::array
