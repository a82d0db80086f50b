// SPDX-License-Identifier: Apache-2.0
#include "host/os/sim_dma.h"

#include <algorithm>
#include <bit>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "host/os/sim_core.h"

namespace lookaside::os {
namespace {

constexpr Bytes page = 4096;
constexpr Bytes smallest_object = 8;  // KMALLOC_MIN_SIZE of a coherent machine

std::uintptr_t address_of(const std::uint8_t* pointer) {
    return reinterpret_cast<std::uintptr_t>(pointer);
}

}  // namespace

SimDma::SimDma(CurrentContext& current, memory::HostMemory& memory)
    : current_(current), memory_(memory) {}

const SimDma::Allocation& SimDma::owner_of(std::span<const std::uint8_t> buffer) const {
    const auto after = allocations_.upper_bound(address_of(buffer.data()));
    if (after != allocations_.begin()) {
        const Allocation& candidate = std::prev(after)->second;
        if (address_of(buffer.data()) + buffer.size() <=
            address_of(candidate.cpu.data()) + candidate.cpu.size()) {
            return candidate;
        }
    }
    throw SimulationError("a buffer is mapped for DMA that alloc_buffer() did not make");
}

DmaBuffer SimDma::alloc_coherent(Bytes size) {
    const std::uint64_t bus = memory_.allocate(size, page);
    return {memory_.at(bus, size), bus};
}

std::span<std::uint8_t> SimDma::alloc_buffer(Bytes size) {
    const Bytes size_class = std::bit_ceil(std::max(size, smallest_object));
    auto memory = std::make_unique<std::uint8_t[]>(size_class);
    const std::span<std::uint8_t> cpu(memory.get(), size_class);
    allocations_.emplace(address_of(cpu.data()), Allocation{std::move(memory), cpu, size_class});
    return cpu.first(size);
}

void SimDma::charge(Cost fixed, Bytes size, bool synchronise) {
    if (current_.context == nullptr) {
        throw SimulationError("a buffer is mapped for DMA outside of any thread or interrupt");
    }
    Context& me = *current_.context;
    const CpuProfile& profile = me.core().profile();
    me.spend(profile.price(fixed));
    if (synchronise && !profile.coherent) {
        me.spend(profile.price(Cost::dma_sync_per_byte) * static_cast<std::int64_t>(size));
    }
}

std::uint64_t SimDma::map_single(std::span<std::uint8_t> buffer, DmaDirection direction) {
    const Allocation& allocation = owner_of(buffer);
    charge(Cost::dma_map, buffer.size(), direction != DmaDirection::from_device);
    // The region begins where the allocation does, to keep the buffer's place in its page.
    const auto offset = static_cast<Bytes>(buffer.data() - allocation.cpu.data());
    const std::uint64_t region =
        memory_.add_region(allocation.cpu.first(offset + buffer.size()), allocation.alignment);
    mappings_.emplace(region + offset, Mapping{region, buffer.size()});
    return region + offset;
}

void SimDma::unmap_single(std::uint64_t bus, Bytes size, DmaDirection direction) {
    const auto mapping = mappings_.find(bus);
    if (mapping == mappings_.end() || mapping->second.size != size) {
        throw SimulationError(
            fmt::format("unmaps {} bytes at {:#x}, which are not mapped so", size, bus));
    }
    charge(Cost::dma_unmap, size, direction != DmaDirection::to_device);
    memory_.remove_region(mapping->second.region);
    mappings_.erase(mapping);
}

}  // namespace lookaside::os
