// SPDX-License-Identifier: Apache-2.0
// A DMA request for which nobody sleeps: the engine calls back at its end.
#pragma once

#include <array>
#include <functional>
#include <utility>

#include "host/drivers/xdma/transfer.h"

namespace lookaside::drivers::xdma {

/// The caller owns it and keeps it until `done` is called, from process context with the engine's
/// lock held and interrupts off: the function may only take note and wake or queue something.
/// Two transfers are enough, because a request that fits into the ring wraps at most once.
class AsyncRequest final : public TransferOwner {
  public:
    explicit AsyncRequest(std::function<void(DmaStatus)> done, TransferObserver* observer = nullptr)
        : done_(std::move(done)), observer_(observer) {}
    AsyncRequest(const AsyncRequest&) = delete;
    AsyncRequest& operator=(const AsyncRequest&) = delete;

    bool in_flight() const { return outstanding_ > 0; }

  private:
    friend class XdmaEngine;

    Transfer& add_transfer() {
        Transfer& transfer = transfers_[outstanding_++];
        transfer.state = TransferState::idle;
        transfer.observer = observer_;
        transfer.owner = this;
        return transfer;
    }
    void transfer_ended(DmaStatus status) override {
        if (status != DmaStatus::ok) {
            status_ = status;
        }
        if (--outstanding_ == 0) {
            done_(std::exchange(status_, DmaStatus::ok));
        }
    }

    std::function<void(DmaStatus)> done_;
    TransferObserver* observer_;
    std::array<Transfer, 2> transfers_;
    unsigned outstanding_ = 0;
    DmaStatus status_ = DmaStatus::ok;
};

}  // namespace lookaside::drivers::xdma
