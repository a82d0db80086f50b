// SPDX-License-Identifier: Apache-2.0
// Moves blocks by DMA without the core: what the link and the DMA driver can do alone.
#pragma once

#include <span>

#include "host/drivers/ipsec_card/dispatcher.h"
#include "host/drivers/ipsec_card/stamps.h"

namespace lookaside::drivers::ipsec_card {

/// One block at a time, of up to a whole RAM. RawTransfer::both reads back what it wrote, from the
/// inbound RAM, after wiping the host's copy: so only the card can have brought the payload back.
/// The wiping is a measuring aid and takes no simulated time.
class RawDispatcher final : public Dispatcher {
  public:
    explicit RawDispatcher(const CardContext& card) : card_(card) {}

    void run() override;
    Bytes max_payload() const override { return datasheet::ipsec_card::ram_bytes; }

  private:
    crypto_api::Status process(crypto_api::AeadRequest& request);
    crypto_api::Status move(xdma::XdmaEngine& engine, TransferStamps& stamps,
                            const xdma::Segment& block, Timeline& timeline);
    void bind_slots(crypto_api::AeadRequest& request);
    void release_slots(const crypto_api::AeadRequest& request);

    CardContext card_;
    TransferStamps h2c_stamps_{xdma::Direction::h2c};
    TransferStamps c2h_stamps_{xdma::Direction::c2h};
};

}  // namespace lookaside::drivers::ipsec_card
