// SPDX-License-Identifier: Apache-2.0
// Memory for DMA: kmalloc-like buffers with bus addresses, mapped for as long as a device may look.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "host/os/kernel.h"
#include "host/os/sim_context.h"

namespace lookaside::os {

/// What the DMA mapper asks of the memory behind the root complex.
class DmaTarget {
  public:
    virtual ~DmaTarget() = default;
    /// Device accesses to [bus, bus + memory.size()) reach `memory` from now on.
    virtual void add_region(std::uint64_t bus, std::span<std::uint8_t> memory) = 0;
    virtual void remove_region(std::uint64_t bus) = 0;
};

/// Direct mapping (no IOMMU): a buffer's bus address is its physical address. Those are given out
/// upwards from 4 GiB + 256 MiB, so they are the same in every run and beyond 32 bits.
class SimDma : public DmaMapper {
  public:
    SimDma(CurrentContext& current, DmaTarget& target);

    DmaBuffer alloc_coherent(Bytes size) override;
    std::span<std::uint8_t> alloc_buffer(Bytes size) override;
    std::uint64_t map_single(std::span<std::uint8_t> buffer, DmaDirection direction) override;
    void unmap_single(std::uint64_t bus, Bytes size, DmaDirection direction) override;

  private:
    struct Allocation {
        std::unique_ptr<std::uint8_t[]> memory;
        std::span<std::uint8_t> cpu;
        std::uint64_t bus;
    };
    const Allocation& allocate(Bytes size, Bytes alignment);
    const Allocation& owner_of(std::span<const std::uint8_t> buffer) const;
    void charge(Cost fixed, Bytes size, bool synchronise);

    CurrentContext& current_;
    DmaTarget& target_;
    std::uint64_t next_bus_;
    std::vector<std::unique_ptr<Allocation>> allocations_;
    /// By CPU address of the first byte. Looked up only, never walked: its order is no one's.
    std::map<std::uintptr_t, const Allocation*> by_cpu_address_;
};

}  // namespace lookaside::os
