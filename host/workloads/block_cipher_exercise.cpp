// SPDX-License-Identifier: Apache-2.0
#include "host/workloads/block_cipher_exercise.h"

#include "host/workloads/block_compare.h"

namespace lookaside::workloads {
namespace {

void store_value(std::uint64_t value, std::span<std::uint8_t> bytes) {
    for (std::size_t i = bytes.size(); i-- > 0; value >>= 8) {
        bytes[i] = static_cast<std::uint8_t>(value);
    }
}

}  // namespace

void CipherExercise::set_up(BlockSlot& slot, BlockRegion& region, Random& random) const {
    slot.block = region.next_block(random);
    slot.request.sector = region.sector_of(slot.block);
    // All jobs use one key: the job in the fixed field, the request in the counter (NIST SP
    // 800-38D, 8.2.1).
    store_value(job_, std::span(slot.request.iv).first(4));
    store_value(slot.number, std::span(slot.request.iv).subspan(4));
    slot.request.payload = slot.payload;
    slot.request.result = slot.result;
}

void CipherExercise::seal(const BlockSlot& slot, std::span<const std::uint8_t> plain,
                          std::span<std::uint8_t> sealed) {
    golden_.encrypt(slot.request.iv, {}, plain, sealed.first(plain.size()),
                    sealed.subspan(plain.size()));
}

void EncryptExercise::prepare(BlockSlot& slot, BlockRegion& region, Random& random) {
    slot.request.operation = block::Operation::encrypt;
    set_up(slot, region, random);
    payload().fill(slot.number, slot.payload);
}

BlockExercise::Verdict EncryptExercise::judge(const BlockSlot& slot, std::string& difference) {
    seal(slot, slot.payload, scratch());
    return compare_bytes("ciphertext and tag", slot.result, scratch(), difference);
}

void DecryptExercise::prepare(BlockSlot& slot, BlockRegion& region, Random& random) {
    slot.request.operation = block::Operation::decrypt;
    set_up(slot, region, random);
    const std::span<std::uint8_t> plain = scratch().first(plain_bytes());
    payload().fill(slot.number, plain);
    seal(slot, plain, slot.payload);
}

BlockExercise::Verdict DecryptExercise::judge(const BlockSlot& slot, std::string& difference) {
    const std::span<std::uint8_t> plain = scratch().first(plain_bytes());
    payload().fill(slot.number, plain);
    return compare_bytes("the plaintext", slot.result, plain, difference);
}

}  // namespace lookaside::workloads
