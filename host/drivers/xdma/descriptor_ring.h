// SPDX-License-Identifier: Apache-2.0
// The ring of DMA descriptors of one XDMA engine, in coherent memory.
#pragma once

#include <cstdint>
#include <span>

#include "host/drivers/xdma/transfer.h"
#include "host/os/kernel.h"

namespace lookaside::drivers::xdma {

/// Fills blocks of linked descriptors. A block never wraps: at the ring's end it is cut, and the
/// caller puts the rest into the next block. Blocks are released in the order they were made.
class DescriptorRing {
  public:
    static constexpr std::uint32_t capacity = 2048;  // the vendor driver's ring: 64 KB

    explicit DescriptorRing(os::DmaMapper& dma);

    /// Descriptors the next block can have: free ones up to the ring's end.
    std::uint32_t room() const;
    /// Whether `count` descriptors are free, in one block or in two.
    bool has_free(std::uint32_t count) const { return capacity - used_ >= count; }

    /// Links one descriptor a segment; `segments` must fit into room() and not be empty. Only the
    /// last descriptor stops the engine and reports completion.
    DescriptorBlock append(Direction direction, std::span<const Segment> segments);
    /// Clears the descriptors of a finished block and makes them free.
    void release(const DescriptorBlock& block);

    /// Descriptors adjacent to (directly after) descriptor `index` that may be fetched with it when
    /// `following` more belong to the block: a fetch stays inside an aligned group of 64, and so
    /// inside a 4 KB page (PG195, descriptor adjacency).
    static std::uint32_t adjacent(std::uint32_t index, std::uint32_t following);

  private:
    std::uint64_t bus_address(std::uint32_t index) const;

    os::DmaBuffer memory_;
    std::uint32_t next_ = 0;  // next free descriptor
    std::uint32_t used_ = 0;
};

}  // namespace lookaside::drivers::xdma
