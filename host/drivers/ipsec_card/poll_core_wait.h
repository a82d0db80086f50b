// SPDX-License-Identifier: Apache-2.0
// Reads the card's done register until the core is done: no interrupt, but a busy CPU.
#pragma once

#include "host/drivers/ipsec_card/core_wait.h"
#include "host/drivers/ipsec_card/dispatcher.h"

namespace lookaside::drivers::ipsec_card {

/// Each look is a read across the link, so the core's end is noticed one to two round trips late.
class PollCoreWait final : public CoreWait {
  public:
    explicit PollCoreWait(const CardContext& card)
        : kernel_(card.kernel),
          registers_(card.registers),
          timeout_(card.parameters.core_timeout) {}
    crypto_api::Status wait(unsigned slot, Timeline& timeline) override;

  private:
    os::Kernel& kernel_;
    CardRegisters& registers_;
    Picoseconds timeout_;
};

}  // namespace lookaside::drivers::ipsec_card
