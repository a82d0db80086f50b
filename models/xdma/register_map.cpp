// SPDX-License-Identifier: Apache-2.0
// The config BAR: finds the register block that an address belongs to.
#include "models/xdma/register_map.h"

#include <algorithm>
#include <cstring>

namespace lookaside::xdma {

RegisterMap::Place RegisterMap::find(Bytes offset) const {
    const auto address = static_cast<std::uint32_t>(offset & ~Bytes{3});
    if (address >= datasheet::xdma::target_msix) {
        return {address < datasheet::xdma::config_bar_size ? msix_ : nullptr,
                address - datasheet::xdma::target_msix};
    }
    return {slots_[address >> 8], address & 0xFFU};
}

void RegisterMap::write(Bytes offset, std::span<const std::uint8_t> data) {
    if (data.size() != 4) {
        ++narrow_writes_;
        return;
    }
    const Place place = find(offset);
    if (place.block != nullptr) {
        std::uint32_t value = 0;
        std::memcpy(&value, data.data(), sizeof value);
        place.block->write_register(place.offset, value);
    }
}

pcie::CompletionStatus RegisterMap::read(Bytes offset, std::span<std::uint8_t> data, Picoseconds&) {
    const Place place = find(offset);
    const std::uint32_t value =
        place.block != nullptr ? place.block->read_register(place.offset) : 0;
    std::array<std::uint8_t, 4> bytes;
    std::memcpy(bytes.data(), &value, sizeof value);
    std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(offset % 4), data.size(), data.begin());
    return pcie::CompletionStatus::successful;
}

}  // namespace lookaside::xdma
