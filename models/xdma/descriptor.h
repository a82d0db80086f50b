// SPDX-License-Identifier: Apache-2.0
// A descriptor as the engines use it.
#pragma once

#include <cstring>
#include <span>

#include "base/units.h"
#include "datasheets/xdma.h"

namespace lookaside::xdma {

inline constexpr Bytes descriptor_bytes = sizeof(datasheet::xdma::Descriptor);

struct Descriptor {
    std::uint32_t control = 0;
    Bytes length = 0;
    std::uint64_t source = 0;
    std::uint64_t destination = 0;
    std::uint64_t next = 0;

    bool has_magic() const {
        using namespace datasheet::xdma::descriptor;
        return (control & magic_mask) == magic;
    }
    bool stop() const { return (control & datasheet::xdma::descriptor::stop) != 0; }
    bool completed() const { return (control & datasheet::xdma::descriptor::completed) != 0; }
    /// Descriptors that follow the next one without a gap.
    unsigned next_adjacent() const {
        using namespace datasheet::xdma::descriptor;
        return (control & adjacent_mask) >> adjacent_shift;
    }

    /// From the 32 bytes in host memory. The host that runs the simulation is little endian, too.
    static Descriptor parse(std::span<const std::uint8_t> bytes) {
        datasheet::xdma::Descriptor raw;
        std::memcpy(&raw, bytes.data(), sizeof raw);
        const auto wide = [](std::uint32_t lo, std::uint32_t hi) {
            return std::uint64_t{hi} << 32 | lo;
        };
        return {raw.control, raw.length & datasheet::xdma::descriptor::max_length,
                wide(raw.src_lo, raw.src_hi), wide(raw.dst_lo, raw.dst_hi),
                wide(raw.next_lo, raw.next_hi)};
    }
};

/// Bytes from `address` to the next 4 KB boundary, which no TLP and no AXI burst crosses.
constexpr Bytes to_page_end(std::uint64_t address) {
    return 4096 - address % 4096;
}

}  // namespace lookaside::xdma
