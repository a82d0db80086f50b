// SPDX-License-Identifier: Apache-2.0
// How the worker waits for the core when it has one request in flight.
#pragma once

#include "base/timeline.h"
#include "host/crypto/aead.h"

namespace lookaside::drivers::ipsec_card {

class CoreWait {
  public:
    virtual ~CoreWait() = default;
    /// Waits until the started slot is done, acknowledges it and stamps the request. Process
    /// context. Returns the card's verdict, or timed_out: the card may still hold the slot then.
    virtual crypto_api::Status wait(unsigned slot, Timeline& timeline) = 0;
};

}  // namespace lookaside::drivers::ipsec_card
