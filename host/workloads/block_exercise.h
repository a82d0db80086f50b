// SPDX-License-Identifier: Apache-2.0
// What a block job asks of the device, and how the answer is judged.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "base/random.h"
#include "host/block/block_device.h"
#include "host/workloads/block_parameters.h"
#include "host/workloads/block_region.h"

namespace lookaside::workloads {

/// A request of a job's pool with its buffers, which hold the largest payload and result.
struct BlockSlot {
    block::Request request;
    std::uint64_t number = 0;  // of the request, in its job
    std::uint64_t block = 0;   // of the job's region
    std::span<std::uint8_t> payload;
    std::span<std::uint8_t> result;
};

/// None of the calls takes simulated time: they measure the system, they are no part of it.
class BlockExercise {
  public:
    enum class Verdict : std::uint8_t { right, wrong, unchecked };

    virtual ~BlockExercise() = default;
    /// Sets operation, block, sector, IV, payload and result of a request; `number`, `length` and
    /// key are set.
    virtual void prepare(BlockSlot& slot, BlockRegion& region, Random& random) = 0;
    /// Judges a request that came back well. `difference` says where it is wrong.
    virtual Verdict judge(const BlockSlot& slot, std::string& difference) = 0;
    /// Hears of one that did not.
    virtual void failed(const BlockSlot& slot, block::Status status) = 0;
    /// Room that a slot needs.
    virtual Bytes payload_bytes() const = 0;
    virtual Bytes result_bytes() const = 0;
};

/// The exercise of job `job`: OpenSSL has the last word on digests, ciphertexts and plaintexts.
/// `key` is the one that the device has.
std::unique_ptr<BlockExercise> make_block_exercise(const BlockParameters& parameters, unsigned job,
                                                   std::span<const std::uint8_t> key);

}  // namespace lookaside::workloads
