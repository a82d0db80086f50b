// SPDX-License-Identifier: Apache-2.0
#include "host/os/sim_dma.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "base/error.h"
#include "host/os/sim_core.h"

namespace lookaside::os {
namespace {

constexpr std::uint64_t first_bus_address = 0x1'1000'0000;
constexpr Bytes page = 4096;
constexpr Bytes smallest_object = 8;  // KMALLOC_MIN_SIZE of a coherent machine

std::uintptr_t address_of(const std::uint8_t* pointer) {
    return reinterpret_cast<std::uintptr_t>(pointer);
}

}  // namespace

SimDma::SimDma(CurrentContext& current, DmaTarget& target)
    : current_(current), target_(target), next_bus_(first_bus_address) {}

const SimDma::Allocation& SimDma::allocate(Bytes size, Bytes alignment) {
    auto allocation = std::make_unique<Allocation>();
    allocation->memory = std::make_unique<std::uint8_t[]>(size);
    allocation->cpu = {allocation->memory.get(), size};
    next_bus_ = (next_bus_ + alignment - 1) / alignment * alignment;
    allocation->bus = next_bus_;
    next_bus_ += size;
    by_cpu_address_.emplace(address_of(allocation->cpu.data()), allocation.get());
    allocations_.push_back(std::move(allocation));
    return *allocations_.back();
}

const SimDma::Allocation& SimDma::owner_of(std::span<const std::uint8_t> buffer) const {
    auto after = by_cpu_address_.upper_bound(address_of(buffer.data()));
    if (after != by_cpu_address_.begin()) {
        const Allocation& candidate = *std::prev(after)->second;
        if (address_of(buffer.data() + buffer.size()) <=
            address_of(candidate.cpu.data() + candidate.cpu.size())) {
            return candidate;
        }
    }
    throw SimulationError("a buffer is mapped for DMA that alloc_buffer() did not make");
}

DmaBuffer SimDma::alloc_coherent(Bytes size) {
    const Allocation& allocation = allocate((size + page - 1) / page * page, page);
    const auto cpu = allocation.cpu.first(size);
    target_.add_region(allocation.bus, cpu);
    return {cpu, allocation.bus};
}

std::span<std::uint8_t> SimDma::alloc_buffer(Bytes size) {
    const Bytes size_class = std::bit_ceil(std::max(size, smallest_object));
    return allocate(size_class, size_class).cpu.first(size);
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
    const std::uint64_t bus =
        allocation.bus + static_cast<std::uint64_t>(buffer.data() - allocation.cpu.data());
    target_.add_region(bus, buffer);
    return bus;
}

void SimDma::unmap_single(std::uint64_t bus, Bytes size, DmaDirection direction) {
    charge(Cost::dma_unmap, size, direction != DmaDirection::to_device);
    target_.remove_region(bus);
}

}  // namespace lookaside::os
