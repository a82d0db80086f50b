// SPDX-License-Identifier: Apache-2.0
// AES and (3)DES in ECB, CBC and CTR mode by OpenSSL, piece by piece.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/units.h"

namespace lookaside {

enum class BlockAlgorithm : std::uint8_t { des, triple_des, aes };
enum class BlockMode : std::uint8_t { ecb, cbc, ctr };

constexpr Bytes block_bytes(BlockAlgorithm algorithm) {
    return algorithm == BlockAlgorithm::aes ? 16 : 8;
}
/// 16, 24 and 32 bytes for AES, 8 for DES, 24 for 3DES.
bool is_key_length(BlockAlgorithm algorithm, Bytes length);

/// One message on its way through a cipher. CTR is for AES only and counts in the last 32 bits
/// of the block (RFC 3686). Throws std::invalid_argument for what does not fit together.
class CipherStream {
  public:
    /// `iv`: a block; empty for ECB.
    CipherStream(BlockAlgorithm algorithm, BlockMode mode, bool encrypt,
                 std::span<const std::uint8_t> key, std::span<const std::uint8_t> iv);
    ~CipherStream();
    CipherStream(CipherStream&&) noexcept;
    CipherStream& operator=(CipherStream&&) noexcept;

    /// Takes the next piece of any length and appends what is ready: whole blocks, or in CTR mode
    /// all of it.
    void update(std::span<const std::uint8_t> piece, std::vector<std::uint8_t>& output);
    /// Bytes taken that do not fill a block yet; 0 in CTR mode.
    Bytes held() const { return held_; }
    /// Chaining value for a message that continues this one: the last block of ciphertext (CBC),
    /// the next counter block (CTR); empty for ECB.
    std::vector<std::uint8_t> next_iv() const;

  private:
    struct Context;

    void chain(std::span<const std::uint8_t> ciphertext);

    BlockAlgorithm algorithm_;
    BlockMode mode_;
    bool encrypt_;
    std::unique_ptr<Context> context_;
    std::vector<std::uint8_t> iv_;
    Bytes held_ = 0;
    Bytes total_ = 0;
};

}  // namespace lookaside
