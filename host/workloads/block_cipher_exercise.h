// SPDX-License-Identifier: Apache-2.0
// AES-GCM there and back: plaintext out and ciphertext and tag back, or the reverse.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/aes_gcm.h"
#include "host/workloads/block_exercise.h"
#include "host/workloads/block_payload.h"

namespace lookaside::workloads {

/// What both directions have in common.
class CipherExercise : public BlockExercise {
  public:
    void failed(const BlockSlot&, block::Status) override {}

  protected:
    static constexpr Bytes tag_bytes = 16;

    CipherExercise(BlockPayload payload, std::span<const std::uint8_t> key, unsigned job)
        : payload_(std::move(payload)), golden_(key), job_(job), scratch_(sealed_bytes()) {}

    /// Block, sector, buffers and an IV that no other request has.
    void set_up(BlockSlot& slot, BlockRegion& region, Random& random) const;
    /// OpenSSL's ciphertext of payload `slot.number`, the tag behind it.
    void seal(const BlockSlot& slot, std::span<const std::uint8_t> plain,
              std::span<std::uint8_t> sealed);

    const BlockPayload& payload() const { return payload_; }
    std::span<std::uint8_t> scratch() { return scratch_; }
    Bytes plain_bytes() const { return payload_.size(); }
    Bytes sealed_bytes() const { return payload_.size() + tag_bytes; }

  private:
    BlockPayload payload_;
    AesGcm golden_;
    unsigned job_;
    std::vector<std::uint8_t> scratch_;
};

class EncryptExercise final : public CipherExercise {
  public:
    using Base = CipherExercise;
    EncryptExercise(BlockPayload payload, std::span<const std::uint8_t> key, unsigned job)
        : Base(std::move(payload), key, job) {}

    void prepare(BlockSlot& slot, BlockRegion& region, Random& random) override;
    Verdict judge(const BlockSlot& slot, std::string& difference) override;
    Bytes payload_bytes() const override { return plain_bytes(); }
    Bytes result_bytes() const override { return sealed_bytes(); }
};

class DecryptExercise final : public CipherExercise {
  public:
    using Base = CipherExercise;
    DecryptExercise(BlockPayload payload, std::span<const std::uint8_t> key, unsigned job)
        : Base(std::move(payload), key, job) {}

    void prepare(BlockSlot& slot, BlockRegion& region, Random& random) override;
    Verdict judge(const BlockSlot& slot, std::string& difference) override;
    Bytes payload_bytes() const override { return sealed_bytes(); }
    Bytes result_bytes() const override { return plain_bytes(); }
};

}  // namespace lookaside::workloads
