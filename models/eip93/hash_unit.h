// SPDX-License-Identifier: Apache-2.0
// The hash core as one packet sees it: bytes by OpenSSL, cycles by the block.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "base/chained_hash.h"
#include "datasheets/eip93.h"
#include "models/eip93/parameters.h"

namespace lookaside::eip93 {

/// One message's way through the core, as a hash or an HMAC; or nothing at all for the null hash.
class HashUnit {
  public:
    /// As the SA record says, which must have passed is_known_hash(). Goes on from the SA's inner
    /// digest, from the state record, or begins anew.
    HashUnit(const datasheet::eip93::SaRecord& sa, const datasheet::eip93::StateRecord& state,
             const CoreCycles& cycles);

    static bool is_known_hash(const datasheet::eip93::SaRecord& sa);

    bool is_null() const { return !hash_; }
    /// Takes a piece and returns the cycles of the blocks it completed.
    Cycles update(std::span<const std::uint8_t> piece);
    /// Pads, ends the message and, for an HMAC, hashes the inner digest; returns the cycles.
    Cycles finish();
    /// After finish(), in the byte order of the standards.
    const std::vector<std::uint8_t>& digest() const { return digest_; }
    /// What a state record keeps: the chaining value, after finish() the digest's words.
    void save(datasheet::eip93::StateRecord& state) const;

  private:
    HashAlgorithm algorithm_ = HashAlgorithm::sha_1;
    Cycles cycles_per_block_ = 0;
    std::optional<ChainedHash> hash_;
    std::optional<HashState> outer_;
    std::vector<std::uint8_t> digest_;
};

}  // namespace lookaside::eip93
