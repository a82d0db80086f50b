// SPDX-License-Identifier: Apache-2.0
// The crypto-request list: what the driver has accepted and not yet begun.
#pragma once

#include <deque>
#include <memory>

#include "host/crypto/aead.h"
#include "host/os/kernel.h"

namespace lookaside::drivers::ipsec_card {

/// FIFO with the rules of Linux's crypto_queue: up to `limit` entries are in progress; beyond them
/// a request is refused or, if it may, appended as backlogged.
class RequestQueue {
  public:
    RequestQueue(os::Kernel& kernel, std::size_t limit);

    /// Appends a request and stamps it `queued`. Any context. Returns in_progress, backlogged or
    /// refused.
    crypto_api::Submit push(crypto_api::AeadRequest& request);
    /// Removes the oldest and stamps it `dispatched`; none: nullptr. The first backlogged request
    /// moves up and hears so (its callback runs here). Process context.
    crypto_api::AeadRequest* pop();
    bool empty() const { return requests_.empty(); }

  private:
    os::Kernel& kernel_;
    std::size_t limit_;
    std::unique_ptr<os::SpinLock> lock_;
    std::deque<crypto_api::AeadRequest*> requests_;  // those beyond `limit_` are backlogged
};

}  // namespace lookaside::drivers::ipsec_card
