// SPDX-License-Identifier: Apache-2.0
// The protocol group, outbound ESP: a payload in, a packet from SPI to ICV out (RFC 4303).
#pragma once

#include <optional>

#include "models/eip93/esp_shape.h"
#include "models/eip93/hash_unit.h"
#include "models/eip93/operation.h"

namespace lookaside::eip93 {

/// Takes the next sequence number, makes an IV (PRNG, or the state record's), pads with 1, 2, 3, ..
/// and appends the truncated HMAC.
class EspOutbound final : public Operation {
  public:
    EspOutbound(const EspShape& shape, const CipherChoice& cipher,
                const datasheet::eip93::SaRecord& sa, const datasheet::eip93::StateRecord& state,
                OperationContext& context);

    Bytes input_bytes() const override { return shape_.length; }
    bool hash_follows_cipher() const override { return true; }
    Work feed(std::span<const std::uint8_t> piece, std::vector<std::uint8_t>& output) override;
    Work finish(std::vector<std::uint8_t>& output) override;
    const Outcome& outcome() const override { return outcome_; }

  private:
    Work crypt(std::span<const std::uint8_t> piece, std::vector<std::uint8_t>& output);
    Work put_header(std::vector<std::uint8_t>& output);

    EspShape shape_;
    datasheet::eip93::SaRecord sa_;
    std::vector<std::uint8_t> iv_;
    CipherUnit cipher_;
    HashUnit hash_;
    bool header_done_ = false;
    Outcome outcome_;
};

}  // namespace lookaside::eip93
