// SPDX-License-Identifier: Apache-2.0
// Sectors are written, and read as digests of what they hold.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/sha256.h"
#include "host/workloads/block_contents.h"
#include "host/workloads/block_exercise.h"
#include "host/workloads/block_payload.h"

namespace lookaside::workloads {

/// A read must find what was written last, or the pattern of unwritten sectors. Nothing comes back
/// from a write: a later read shows whether it was right.
class StorageExercise final : public BlockExercise {
  public:
    StorageExercise(BlockPayload payload, unsigned read_percent);

    void prepare(BlockSlot& slot, BlockRegion& region, Random& random) override;
    Verdict judge(const BlockSlot& slot, std::string& difference) override;
    void failed(const BlockSlot& slot, block::Status status) override;
    Bytes payload_bytes() const override { return payload_.size(); }
    Bytes result_bytes() const override { return Sha256::digest_bytes; }

  private:
    Verdict judge_read(const BlockSlot& slot, std::string& difference);

    BlockPayload payload_;
    unsigned read_percent_;
    BlockContents contents_;
    Sha256 golden_;
    std::vector<std::uint8_t> expected_;
};

}  // namespace lookaside::workloads
