// SPDX-License-Identifier: Apache-2.0
// The protocol group, inbound ESP: a packet from SPI to ICV in, its payload out (RFC 4303).
#pragma once

#include <optional>

#include "models/eip93/esp_shape.h"
#include "models/eip93/hash_unit.h"
#include "models/eip93/operation.h"

namespace lookaside::eip93 {

/// Checks SPI and replay window when the header is there: a packet that fails is not worked on any
/// further. Plaintext goes out while the packet comes in, so it is written before the ICV is known;
/// the end of the payload, where padding may be, waits for it. The window moves for authentic
/// packets only.
class EspInbound final : public Operation {
  public:
    EspInbound(const EspShape& shape, const CipherChoice& cipher,
               const datasheet::eip93::SaRecord& sa, const datasheet::eip93::StateRecord& state,
               const CoreCycles& cycles);

    Bytes input_bytes() const override { return shape_.length; }
    bool hash_follows_cipher() const override { return false; }
    Work feed(std::span<const std::uint8_t> piece, std::vector<std::uint8_t>& output) override;
    Work finish(std::vector<std::uint8_t>& output) override;
    const Outcome& outcome() const override { return outcome_; }

  private:
    Work take_head(std::span<const std::uint8_t> part, std::vector<std::uint8_t>& output);
    void begin(std::vector<std::uint8_t>& output);
    Work decrypt(std::span<const std::uint8_t> part, std::vector<std::uint8_t>& output);
    void release_all_but(Bytes held, std::vector<std::uint8_t>& output);
    bool authentic() const;
    void strip_trailer(std::vector<std::uint8_t>& output);
    std::uint32_t sequence() const;
    bool is_fresh(std::uint32_t sequence) const;
    void advance_window(std::uint32_t sequence);

    EspShape shape_;
    CipherChoice choice_;
    datasheet::eip93::SaRecord sa_;
    CoreCycles cycles_;
    std::optional<CipherUnit> cipher_;
    HashUnit hash_;
    Bytes taken_ = 0;
    std::vector<std::uint8_t> head_;   // SPI, sequence number, IV
    std::vector<std::uint8_t> plain_;  // not yet out
    std::vector<std::uint8_t> icv_;
    Bytes payload_ = 0;  // out so far, without a copied header
    Outcome outcome_;
};

}  // namespace lookaside::eip93
