// SPDX-License-Identifier: Apache-2.0
// The transport request: a crypto request in the card's format, mapped for DMA.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "host/crypto/aead.h"
#include "host/drivers/xdma/transfer.h"
#include "host/os/kernel.h"

namespace lookaside::drivers::ipsec_card {

/// One RAM slot's transport request. Its header buffer is kept between requests, but what
/// allocating and freeing one costs is spent each time, as the published driver does.
class TransportRequest {
  public:
    TransportRequest(os::Kernel& kernel, unsigned slot);

    /// Fills the card's header and maps header, payload and tag.
    void prepare(crypto_api::AeadRequest& request);
    /// Unmaps everything and lets go of the request.
    void release();

    /// Header, payload and (decryption) expected tag, to the inbound slot.
    void append_h2c(std::vector<xdma::Segment>& segments) const;
    /// Payload and (encryption) tag, from the outbound slot.
    void append_c2h(std::vector<xdma::Segment>& segments) const;

    unsigned slot() const { return slot_; }
    /// Only between prepare() and release().
    crypto_api::AeadRequest& request() const { return *request_; }

  private:
    bool encrypts() const { return request_->direction == crypto_api::Direction::encrypt; }
    os::DmaDirection tag_direction() const {
        return encrypts() ? os::DmaDirection::from_device : os::DmaDirection::to_device;
    }
    void write_header();

    os::Kernel& kernel_;
    unsigned slot_;
    std::span<std::uint8_t> header_;
    crypto_api::AeadRequest* request_ = nullptr;
    std::uint64_t header_bus_ = 0;
    std::uint64_t payload_bus_ = 0;
    std::uint64_t tag_bus_ = 0;
};

}  // namespace lookaside::drivers::ipsec_card
