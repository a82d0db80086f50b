// SPDX-License-Identifier: Apache-2.0
// Payload out, its SHA-256 digest back.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "base/sha256.h"
#include "host/workloads/block_compare.h"
#include "host/workloads/block_exercise.h"
#include "host/workloads/block_payload.h"

namespace lookaside::workloads {

class HashExercise final : public BlockExercise {
  public:
    explicit HashExercise(BlockPayload payload) : payload_(std::move(payload)) {}

    void prepare(BlockSlot& slot, BlockRegion& region, Random& random) override {
        slot.block = region.next_block(random);
        slot.request.operation = block::Operation::hash;
        slot.request.sector = region.sector_of(slot.block);
        payload_.fill(slot.number, slot.payload);
        slot.request.payload = slot.payload;
        slot.request.result = slot.result;
    }
    Verdict judge(const BlockSlot& slot, std::string& difference) override {
        std::array<std::uint8_t, Sha256::digest_bytes> expected;
        golden_.hash(slot.payload, expected);
        return compare_bytes("the digest", slot.result, expected, difference);
    }
    void failed(const BlockSlot&, block::Status) override {}
    Bytes payload_bytes() const override { return payload_.size(); }
    Bytes result_bytes() const override { return Sha256::digest_bytes; }

  private:
    BlockPayload payload_;
    Sha256 golden_;
};

}  // namespace lookaside::workloads
