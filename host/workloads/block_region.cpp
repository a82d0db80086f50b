// SPDX-License-Identifier: Apache-2.0
#include "host/workloads/block_region.h"

#include <algorithm>
#include <string>

#include "base/error.h"

namespace lookaside::workloads {

BlockRegion::BlockRegion(const BlockParameters& parameters, const block::Device& device,
                         unsigned job)
    : order_(parameters.order),
      block_sectors_(parameters.block_size / block::sector_bytes),
      stripe_sectors_(device.max_payload() / block::sector_bytes) {
    const std::uint32_t limit = device.sectors();
    const std::uint32_t sectors =
        parameters.sectors == 0 ? limit : std::min(parameters.sectors, limit);
    const std::uint64_t in_a_stripe = stripe_sectors_ / block_sectors_;
    blocks_ = sectors / stripe_sectors_ * in_a_stripe / parameters.jobs;
    first_ = blocks_ * job;
    if (blocks_ == 0) {
        throw InputError(std::to_string(sectors) + " sectors are too few for " +
                         std::to_string(parameters.jobs) + " jobs with blocks of " +
                         std::to_string(parameters.block_size) + " bytes");
    }
}

std::uint64_t BlockRegion::next_block(Random& random) {
    if (order_ == SectorOrder::random) {
        return random.below(blocks_);
    }
    const std::uint64_t block = next_;
    next_ = after(next_);
    return block;
}

std::uint32_t BlockRegion::sector_of(std::uint64_t block) const {
    const std::uint64_t number = first_ + block;
    const std::uint64_t in_a_stripe = stripe_sectors_ / block_sectors_;
    return static_cast<std::uint32_t>(number / in_a_stripe * stripe_sectors_ +
                                      number % in_a_stripe * block_sectors_);
}

}  // namespace lookaside::workloads
