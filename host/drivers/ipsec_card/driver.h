// SPDX-License-Identifier: Apache-2.0
// The FPGA IPsec card's driver as the crypto API sees it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "base/slot_timelines.h"
#include "host/crypto/aead.h"
#include "host/drivers/ipsec_card/callback_list.h"
#include "host/drivers/ipsec_card/card_registers.h"
#include "host/drivers/ipsec_card/dispatcher.h"
#include "host/drivers/ipsec_card/parameters.h"
#include "host/drivers/ipsec_card/request_queue.h"
#include "host/drivers/ipsec_card/worker.h"
#include "host/drivers/xdma/device.h"
#include "host/os/kernel.h"

namespace lookaside::drivers::ipsec_card {

/// Two layers, as published: this class and its lists face the crypto API, the dispatcher and the
/// XDMA driver below face the card. submit() checks, appends to the crypto-request list, schedules
/// the worker and returns; the worker moves the data; a second worker calls back.
class IpsecCardDriver final : public crypto_api::AeadProvider {
  public:
    /// Probes the card. Process context. `timelines` has one entry a RAM slot. Throws
    /// SimulationError if the function is not the card.
    IpsecCardDriver(os::Kernel& kernel, os::PciDevice& device, SlotTimelines& timelines,
                    const Parameters& parameters);
    IpsecCardDriver(const IpsecCardDriver&) = delete;
    IpsecCardDriver& operator=(const IpsecCardDriver&) = delete;

    crypto_api::KeyHandle set_key(std::span<const std::uint8_t> key) override;
    crypto_api::Submit submit(crypto_api::AeadRequest& request) override;
    Bytes max_payload() const override { return dispatcher_->max_payload(); }

  private:
    bool is_valid(const crypto_api::AeadRequest& request) const;
    std::unique_ptr<Dispatcher> make_dispatcher(SlotTimelines& timelines);

    os::Kernel& kernel_;
    Parameters parameters_;
    xdma::XdmaDevice xdma_;
    CardRegisters registers_;
    RequestQueue requests_;
    CallbackList callbacks_;
    Worker worker_;
    std::unique_ptr<Dispatcher> dispatcher_;
    unsigned keys_ = 0;
};

}  // namespace lookaside::drivers::ipsec_card
