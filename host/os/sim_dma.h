// SPDX-License-Identifier: Apache-2.0
// Memory for DMA: kmalloc-like buffers with bus addresses, mapped for as long as a device may look.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>

#include "host/os/kernel.h"
#include "host/os/sim_context.h"
#include "models/memory/host_memory.h"

namespace lookaside::os {

/// Maps for as long as a transfer lasts, as an IOMMU does: the device reaches a buffer from
/// map_single() to unmap_single() only. A bus address lies in its page as the buffer does in its
/// own.
class SimDma : public DmaMapper {
  public:
    SimDma(CurrentContext& current, memory::HostMemory& memory);

    DmaBuffer alloc_coherent(Bytes size) override;
    std::span<std::uint8_t> alloc_buffer(Bytes size) override;
    std::uint64_t map_single(std::span<std::uint8_t> buffer, DmaDirection direction) override;
    void unmap_single(std::uint64_t bus, Bytes size, DmaDirection direction) override;

  private:
    struct Allocation {
        std::unique_ptr<std::uint8_t[]> memory;
        std::span<std::uint8_t> cpu;
        Bytes alignment;
    };
    struct Mapping {
        std::uint64_t region;  // as HostMemory knows it
        Bytes size;
    };
    const Allocation& owner_of(std::span<const std::uint8_t> buffer) const;
    void charge(Cost fixed, Bytes size, bool synchronise);

    CurrentContext& current_;
    memory::HostMemory& memory_;
    /// By CPU address of the first byte. Looked up only, never walked: its order is no one's.
    std::map<std::uintptr_t, Allocation> allocations_;
    std::map<std::uint64_t, Mapping> mappings_;  // by the bus address the driver got
};

}  // namespace lookaside::os
