// SPDX-License-Identifier: Apache-2.0
// The card's key memory; keys travel to the devices with each task.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>

#include "datasheets/engine_array.h"

namespace lookaside::array {

/// Write-only for software; the control word can be read back.
class KeySlots {
  public:
    /// The key of a slot, 16 or 32 bytes, if it is valid.
    std::optional<std::span<const std::uint8_t>> find(unsigned number) const {
        if (number >= slots_.size() || (slots_[number].control & valid) == 0) {
            return std::nullopt;
        }
        const Slot& slot = slots_[number];
        return std::span(slot.bytes).first((slot.control & bits_256) != 0 ? 32 : 16);
    }

    /// `offset` counts from key_base and is below its end.
    void write(std::uint32_t offset, std::uint32_t value) {
        namespace reg = datasheet::engine_array::reg;
        Slot& slot = slots_[offset / reg::key_stride];
        const std::uint32_t word = offset % reg::key_stride;
        if (word < reg::key_control) {
            std::memcpy(slot.bytes.data() + word, &value, sizeof value);
        } else if (word == reg::key_control) {
            slot.control = value & (valid | bits_256);
        }
    }
    std::uint32_t read(std::uint32_t offset) const {
        namespace reg = datasheet::engine_array::reg;
        return offset % reg::key_stride == reg::key_control
                   ? slots_[offset / reg::key_stride].control
                   : 0;
    }

  private:
    static constexpr std::uint32_t valid = 1U << 0;
    static constexpr std::uint32_t bits_256 = 1U << 1;

    struct Slot {
        std::array<std::uint8_t, 32> bytes{};
        std::uint32_t control = 0;
    };
    std::array<Slot, datasheet::engine_array::key_slots> slots_{};
};

}  // namespace lookaside::array
