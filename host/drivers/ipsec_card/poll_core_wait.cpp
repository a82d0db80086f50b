// SPDX-License-Identifier: Apache-2.0
#include "host/drivers/ipsec_card/poll_core_wait.h"

#include "host/drivers/ipsec_card/stamps.h"

namespace lookaside::drivers::ipsec_card {

namespace {

constexpr unsigned polls_per_schedule = 100;  // as in the XDMA driver's poll threads

}  // namespace

crypto_api::Status PollCoreWait::wait(unsigned slot, Timeline& timeline) {
    const SimTime deadline = kernel_.now() + timeout_;
    for (unsigned polls = 1; kernel_.now() < deadline; ++polls) {
        const std::uint32_t done = registers_.done();
        if ((done & slot_bit(slot)) != 0) {
            const SimTime seen = kernel_.now();
            stamp_core_done(timeline, Timeline::never, seen, seen);
            const crypto_api::Status status = registers_.status_of(slot, registers_.failed());
            registers_.acknowledge(done);
            return status;
        }
        if (polls % polls_per_schedule == 0) {
            kernel_.schedule();
        }
    }
    return crypto_api::Status::timed_out;
}

}  // namespace lookaside::drivers::ipsec_card
