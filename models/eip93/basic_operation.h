// SPDX-License-Identifier: Apache-2.0
// The basic group: encrypt or decrypt, hash, or both.
#pragma once

#include "models/eip93/cipher_unit.h"
#include "models/eip93/hash_unit.h"
#include "models/eip93/operation.h"

namespace lookaside::eip93 {

/// What descriptor and SA record ask for.
struct BasicPlan {
    bool ciphers = false;
    bool hashes = false;
    bool inbound = false;
    bool final_hash = false;
    Bytes length = 0;        // of the source, without an inbound packet's digest behind it
    Bytes offset = 0;        // bytes at the beginning that are hashed only
    Bytes digest_bytes = 0;  // written behind the output or compared with what follows the source
};
BasicPlan basic_plan(const datasheet::eip93::Descriptor& command,
                     const datasheet::eip93::SaRecord& sa);

/// With both, the hash covers the bytes before the cipher's and then the ciphertext; the former go
/// out as they are if cmd1 says copy_header. Outbound the digest follows the output (copy_digest),
/// inbound the digest behind the source is compared (our reading of how the drivers lay packets
/// out). A digest that goes out has the hash's words in little-endian order, as the drivers' byte
/// swap shows.
class BasicOperation final : public Operation {
  public:
    BasicOperation(const BasicPlan& plan, const CipherChoice& cipher,
                   const datasheet::eip93::SaRecord& sa, const datasheet::eip93::StateRecord& state,
                   const CoreCycles& cycles);

    Bytes input_bytes() const override;
    bool hash_follows_cipher() const override { return plan_.ciphers && !plan_.inbound; }
    Work feed(std::span<const std::uint8_t> piece, std::vector<std::uint8_t>& output) override;
    Work finish(std::vector<std::uint8_t>& output) override;
    const Outcome& outcome() const override { return outcome_; }

  private:
    bool compares() const { return plan_.hashes && plan_.ciphers && plan_.inbound; }
    Work hash_only(std::span<const std::uint8_t> piece, std::vector<std::uint8_t>& output);
    Work crypt(std::span<const std::uint8_t> piece, std::vector<std::uint8_t>& output);
    void use_digest(std::vector<std::uint8_t>& output);
    void save_state();

    BasicPlan plan_;
    datasheet::eip93::SaRecord sa_;
    datasheet::eip93::StateRecord state_;
    CipherUnit cipher_;
    HashUnit hash_;
    Bytes taken_ = 0;
    std::vector<std::uint8_t> expected_;  // digest behind the source
    Outcome outcome_;
};

}  // namespace lookaside::eip93
