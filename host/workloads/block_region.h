// SPDX-License-Identifier: Apache-2.0
// The part of a device that one job works on, and where its next request goes.
#pragma once

#include <cstdint>

#include "base/random.h"
#include "base/units.h"
#include "host/block/block_device.h"
#include "host/workloads/block_parameters.h"

namespace lookaside::workloads {

/// Blocks 0, 1, ... of a region. None crosses a multiple of the device's largest payload: what is
/// left over at the end of such a stripe is not used.
class BlockRegion {
  public:
    /// Job `job` of `jobs` gets its share of the first `sectors` sectors. Throws InputError if
    /// there is not one block for each job.
    BlockRegion(const BlockParameters& parameters, const block::Device& device, unsigned job);

    std::uint64_t blocks() const { return blocks_; }
    /// Where the job's next request wants to go. Draws from `random` if the order is random.
    std::uint64_t next_block(Random& random);
    std::uint64_t after(std::uint64_t block) const { return block + 1 < blocks_ ? block + 1 : 0; }
    std::uint32_t sector_of(std::uint64_t block) const;

  private:
    SectorOrder order_;
    std::uint64_t block_sectors_;
    std::uint64_t stripe_sectors_;
    std::uint64_t first_ = 0;  // of the device's blocks
    std::uint64_t blocks_ = 0;
    std::uint64_t next_ = 0;  // sequential
};

}  // namespace lookaside::workloads
