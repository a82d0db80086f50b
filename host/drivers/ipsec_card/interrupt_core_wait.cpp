// SPDX-License-Identifier: Apache-2.0
#include "host/drivers/ipsec_card/interrupt_core_wait.h"

#include <algorithm>
#include <optional>

#include "host/drivers/ipsec_card/stamps.h"

namespace lookaside::drivers::ipsec_card {

using crypto_api::Status;

InterruptCoreWait::InterruptCoreWait(const CardContext& card)
    : kernel_(card.kernel),
      registers_(card.registers),
      timeout_(card.parameters.core_timeout),
      sleeper_(card.kernel.make_wait_queue("ipsec_card.core")),
      interrupt_(card.kernel, card.xdma, card.registers, [this] { sleeper_->wake_up(); }) {}

Status InterruptCoreWait::wait(unsigned slot, Timeline& timeline) {
    const SimTime deadline = kernel_.now() + timeout_;
    for (;;) {
        const bool woken =
            sleeper_->wait_event_timeout([this] { return interrupt_.raised(); },
                                         std::max(deadline - kernel_.now(), Picoseconds{1}));
        const SimTime woken_at = kernel_.now();
        std::optional<Status> result;
        // Also after a time-out: the card may be done although its interrupt was lost.
        interrupt_.collect([&](const DoneInterrupt::Collected& collected) {
            if ((collected.done & slot_bit(slot)) != 0) {
                stamp_core_done(timeline, collected.interrupt, woken_at, collected.read);
                result = registers_.status_of(slot, collected.failed);
            }
        });
        if (result) {
            return *result;
        }
        if (!woken) {
            return Status::timed_out;
        }
    }
}

}  // namespace lookaside::drivers::ipsec_card
