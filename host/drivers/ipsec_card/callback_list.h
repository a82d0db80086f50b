// SPDX-License-Identifier: Apache-2.0
// The callback list: finished requests, and the worker that tells their owners.
#pragma once

#include <deque>
#include <memory>
#include <optional>

#include "host/crypto/aead.h"
#include "host/drivers/ipsec_card/worker.h"
#include "host/os/kernel.h"

namespace lookaside::drivers::ipsec_card {

/// Callbacks take as long as their owners like, so they run in a worker of their own and never
/// hold up the card.
class CallbackList {
  public:
    CallbackList(os::Kernel& kernel, std::optional<os::CpuId> cpu);

    /// Appends a finished request, stamps it `completed` and schedules the worker.
    void append(crypto_api::AeadRequest& request, crypto_api::Status status);

  private:
    struct Entry {
        crypto_api::AeadRequest* request;
        crypto_api::Status status;
    };

    std::optional<Entry> pop();
    void run();

    os::Kernel& kernel_;
    std::unique_ptr<os::SpinLock> lock_;
    std::deque<Entry> entries_;
    Worker worker_;
};

}  // namespace lookaside::drivers::ipsec_card
