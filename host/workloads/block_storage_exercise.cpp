// SPDX-License-Identifier: Apache-2.0
#include "host/workloads/block_storage_exercise.h"

#include <array>
#include <span>

#include "base/sector_pattern.h"
#include "host/workloads/block_compare.h"

namespace lookaside::workloads {

using block::Operation;

StorageExercise::StorageExercise(BlockPayload payload, unsigned read_percent)
    : payload_(std::move(payload)), read_percent_(read_percent), expected_(payload_.size()) {}

void StorageExercise::prepare(BlockSlot& slot, BlockRegion& region, Random& random) {
    const bool is_read = random.below(100) < read_percent_;
    std::uint64_t block = region.next_block(random);
    // There is one: a job has more blocks than requests.
    while (!(is_read ? contents_.may_read(block) : contents_.may_write(block))) {
        block = region.after(block);
    }
    slot.block = block;
    slot.request.sector = region.sector_of(block);
    if (is_read) {
        contents_.begin_read(block);
        slot.request.operation = Operation::read;
        slot.request.payload = {};
        slot.request.result = slot.result;
    } else {
        contents_.begin_write(block);
        payload_.fill(slot.number, slot.payload);
        slot.request.operation = Operation::write;
        slot.request.payload = slot.payload;
        slot.request.result = {};
    }
}

BlockExercise::Verdict StorageExercise::judge(const BlockSlot& slot, std::string& difference) {
    if (slot.request.operation == Operation::write) {
        contents_.end_write(slot.block, slot.number);
        return Verdict::unchecked;
    }
    contents_.end_read(slot.block);
    return judge_read(slot, difference);
}

BlockExercise::Verdict StorageExercise::judge_read(const BlockSlot& slot, std::string& difference) {
    const BlockContents::Content content = contents_.content_of(slot.block);
    switch (content.known) {
        case BlockContents::Known::unknown:
            return Verdict::unchecked;
        case BlockContents::Known::written:
            payload_.fill(content.number, expected_);
            break;
        case BlockContents::Known::unwritten:
            for (std::size_t at = 0; at < expected_.size(); at += sector_pattern::sector_bytes) {
                sector_pattern::fill(
                    slot.request.sector +
                        static_cast<std::uint32_t>(at / sector_pattern::sector_bytes),
                    std::span(expected_).subspan(at).first<sector_pattern::sector_bytes>());
            }
            break;
    }
    std::array<std::uint8_t, Sha256::digest_bytes> digest;
    golden_.hash(expected_, digest);
    return compare_bytes("the sectors' digest", slot.result, digest, difference);
}

void StorageExercise::failed(const BlockSlot& slot, block::Status status) {
    if (slot.request.operation == Operation::write) {
        contents_.fail_write(slot.block, status == block::Status::timed_out);
    } else {
        contents_.end_read(slot.block);
    }
}

}  // namespace lookaside::workloads
