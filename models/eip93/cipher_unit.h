// SPDX-License-Identifier: Apache-2.0
// The cipher core as one packet sees it: bytes by OpenSSL, cycles by the block.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "base/cipher_stream.h"
#include "datasheets/eip93.h"
#include "models/eip93/parameters.h"

namespace lookaside::eip93 {

/// What an SA record says about the cipher.
struct CipherChoice {
    datasheet::eip93::Cipher cipher = datasheet::eip93::Cipher::null;
    datasheet::eip93::CipherMode mode = datasheet::eip93::CipherMode::ecb;
    bool encrypt = true;
    std::span<const std::uint8_t> key;

    /// Bytes that the packet is a multiple of: 1 for counter mode and the null cipher.
    Bytes granularity() const;
    /// Bytes of the initial value that the mode needs.
    Bytes iv_bytes() const;
};

/// Reads the choice; nothing if the engine has no such cipher, mode or key length.
std::optional<CipherChoice> cipher_choice(const datasheet::eip93::SaRecord& sa);

/// One message's way through the core.
class CipherUnit {
  public:
    CipherUnit(const CipherChoice& choice, std::span<const std::uint8_t> iv,
               const CoreCycles& cycles);

    /// Takes a piece, appends what is ready and returns the cycles of the blocks it began.
    Cycles update(std::span<const std::uint8_t> piece, std::vector<std::uint8_t>& output);
    std::vector<std::uint8_t> next_iv() const;

  private:
    std::optional<CipherStream> stream_;  // none: the null cipher
    Bytes block_ = 1;
    Cycles cycles_per_block_ = 0;
    Bytes taken_ = 0;
};

}  // namespace lookaside::eip93
