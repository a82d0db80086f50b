// SPDX-License-Identifier: Apache-2.0
#include "host/drivers/xdma/descriptor_ring.h"

#include <algorithm>
#include <cstring>

#include "datasheets/xdma.h"

namespace lookaside::drivers::xdma {

namespace sheet = datasheet::xdma;

namespace {

constexpr std::uint32_t fetch_group = 64;  // descriptors the driver lets one fetch span

constexpr std::uint32_t low(std::uint64_t address) {
    return static_cast<std::uint32_t>(address);
}
constexpr std::uint32_t high(std::uint64_t address) {
    return static_cast<std::uint32_t>(address >> 32);
}

}  // namespace

DescriptorRing::DescriptorRing(os::DmaMapper& dma)
    : memory_(dma.alloc_coherent(Bytes{capacity} * sizeof(sheet::Descriptor))) {}

std::uint32_t DescriptorRing::room() const {
    return std::min(capacity - next_, capacity - used_);
}

std::uint32_t DescriptorRing::adjacent(std::uint32_t index, std::uint32_t following) {
    return std::min(fetch_group - 1 - index % fetch_group, following);
}

std::uint64_t DescriptorRing::bus_address(std::uint32_t index) const {
    return memory_.bus + std::uint64_t{index} * sizeof(sheet::Descriptor);
}

DescriptorBlock DescriptorRing::append(Direction direction, std::span<const Segment> segments) {
    const auto count = static_cast<std::uint32_t>(segments.size());
    const DescriptorBlock block{next_, count, bus_address(next_), adjacent(next_, count - 1)};
    for (std::uint32_t i = 0; i < count; ++i) {
        const Segment& segment = segments[i];
        const std::uint32_t index = next_ + i;
        const bool last = i + 1 == count;
        const std::uint64_t source = direction == Direction::h2c ? segment.bus : segment.axi;
        const std::uint64_t destination = direction == Direction::h2c ? segment.axi : segment.bus;
        const std::uint64_t next = last ? 0 : bus_address(index + 1);

        sheet::Descriptor descriptor;
        descriptor.control = sheet::descriptor::magic;
        if (last) {
            descriptor.control |=
                sheet::descriptor::stop | sheet::descriptor::eop | sheet::descriptor::completed;
        } else {
            descriptor.control |= adjacent(index + 1, count - i - 2)
                                  << sheet::descriptor::adjacent_shift;
        }
        descriptor.length = segment.length;
        descriptor.src_lo = low(source);
        descriptor.src_hi = high(source);
        descriptor.dst_lo = low(destination);
        descriptor.dst_hi = high(destination);
        descriptor.next_lo = low(next);
        descriptor.next_hi = high(next);
        std::memcpy(&memory_.cpu[index * sizeof descriptor], &descriptor, sizeof descriptor);
    }
    next_ = (next_ + count) % capacity;
    used_ += count;
    return block;
}

void DescriptorRing::release(const DescriptorBlock& block) {
    constexpr std::size_t size = sizeof(sheet::Descriptor);
    std::ranges::fill(memory_.cpu.subspan(block.first * size, block.count * size), std::uint8_t{0});
    used_ -= block.count;
}

}  // namespace lookaside::drivers::xdma
