// SPDX-License-Identifier: Apache-2.0
// Sleeps until the user interrupt says that the core is done.
#pragma once

#include <memory>

#include "host/drivers/ipsec_card/core_wait.h"
#include "host/drivers/ipsec_card/dispatcher.h"
#include "host/drivers/ipsec_card/done_interrupt.h"

namespace lookaside::drivers::ipsec_card {

class InterruptCoreWait final : public CoreWait {
  public:
    explicit InterruptCoreWait(const CardContext& card);
    crypto_api::Status wait(unsigned slot, Timeline& timeline) override;

  private:
    os::Kernel& kernel_;
    CardRegisters& registers_;
    Picoseconds timeout_;
    std::unique_ptr<os::WaitQueue> sleeper_;
    DoneInterrupt interrupt_;
};

}  // namespace lookaside::drivers::ipsec_card
