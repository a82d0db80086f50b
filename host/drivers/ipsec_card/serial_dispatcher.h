// SPDX-License-Identifier: Apache-2.0
// The published driver's worker: one packet at a time through H2C, core and C2H.
#pragma once

#include <memory>
#include <vector>

#include "host/drivers/ipsec_card/core_wait.h"
#include "host/drivers/ipsec_card/dispatcher.h"
#include "host/drivers/ipsec_card/slot_pool.h"
#include "host/drivers/ipsec_card/stamps.h"
#include "host/drivers/ipsec_card/transport_request.h"

namespace lookaside::drivers::ipsec_card {

/// Sleeps in each of the three steps, so the next packet waits although the RAM has room for it.
class SerialDispatcher final : public Dispatcher {
  public:
    SerialDispatcher(const CardContext& card, std::unique_ptr<CoreWait> core_wait);

    void run() override;
    Bytes max_payload() const override { return datasheet::ipsec_card::max_data; }

  private:
    crypto_api::Status process(crypto_api::AeadRequest& request);
    crypto_api::Status move(xdma::XdmaEngine& engine, TransferStamps& stamps, Timeline& timeline);
    crypto_api::Status encipher(unsigned slot, Timeline& timeline);

    CardContext card_;
    std::unique_ptr<CoreWait> core_wait_;
    SlotPool slots_;
    std::vector<TransportRequest> transports_;  // one a slot
    std::vector<xdma::Segment> segments_;
    TransferStamps h2c_stamps_{xdma::Direction::h2c};
    TransferStamps c2h_stamps_{xdma::Direction::c2h};
};

}  // namespace lookaside::drivers::ipsec_card
