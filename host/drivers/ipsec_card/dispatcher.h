// SPDX-License-Identifier: Apache-2.0
// What the driver's worker does with the crypto-request list: one policy a variant.
#pragma once

#include "base/slot_timelines.h"
#include "base/units.h"
#include "host/drivers/ipsec_card/callback_list.h"
#include "host/drivers/ipsec_card/card_registers.h"
#include "host/drivers/ipsec_card/parameters.h"
#include "host/drivers/ipsec_card/request_queue.h"
#include "host/drivers/ipsec_card/worker.h"
#include "host/drivers/xdma/device.h"
#include "host/os/kernel.h"

namespace lookaside::drivers::ipsec_card {

/// What every policy works with.
struct CardContext {
    os::Kernel& kernel;
    const Parameters& parameters;
    xdma::XdmaDevice& xdma;
    CardRegisters& registers;
    RequestQueue& requests;
    CallbackList& callbacks;
    SlotTimelines& timelines;
    Worker& worker;  // runs Dispatcher::run()

    xdma::XdmaEngine& h2c() const { return xdma.engine(xdma::Direction::h2c, parameters.channel); }
    xdma::XdmaEngine& c2h() const { return xdma.engine(xdma::Direction::c2h, parameters.channel); }
};

class Dispatcher {
  public:
    virtual ~Dispatcher() = default;

    /// The worker's body. Process context, never beside itself. Runs after requests were queued.
    virtual void run() = 0;
    /// Largest payload of one request.
    virtual Bytes max_payload() const = 0;
};

/// A DMA request's end as the crypto API tells it.
constexpr crypto_api::Status status_of(xdma::DmaStatus status) {
    switch (status) {
        case xdma::DmaStatus::ok:
            return crypto_api::Status::ok;
        case xdma::DmaStatus::timed_out:
            return crypto_api::Status::timed_out;
        default:
            return crypto_api::Status::io_error;
    }
}

}  // namespace lookaside::drivers::ipsec_card
