// SPDX-License-Identifier: Apache-2.0
#include "host/workloads/block_exercise.h"

#include "host/workloads/block_cipher_exercise.h"
#include "host/workloads/block_hash_exercise.h"
#include "host/workloads/block_storage_exercise.h"

namespace lookaside::workloads {

std::unique_ptr<BlockExercise> make_block_exercise(const BlockParameters& parameters, unsigned job,
                                                   std::span<const std::uint8_t> key) {
    // Each job sends bytes of its own.
    const std::uint64_t seed = Random(parameters.seed + job).next();
    const BlockPayload payload(parameters.block_size, seed);
    if (parameters.read_percent) {
        return std::make_unique<StorageExercise>(payload, *parameters.read_percent);
    }
    switch (parameters.operation) {
        case block::Operation::encrypt:
            return std::make_unique<EncryptExercise>(payload, key, job);
        case block::Operation::decrypt:
            return std::make_unique<DecryptExercise>(payload, key, job);
        case block::Operation::read:
            return std::make_unique<StorageExercise>(payload, 100);
        case block::Operation::write:
            return std::make_unique<StorageExercise>(payload, 0);
        case block::Operation::hash:
            break;
    }
    return std::make_unique<HashExercise>(payload);
}

}  // namespace lookaside::workloads
