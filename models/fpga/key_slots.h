// SPDX-License-Identifier: Apache-2.0
// The card's key memory.
#pragma once

#include <array>
#include <cstring>
#include <optional>
#include <span>

#include "datasheets/ipsec_card.h"
#include "models/crypto/engine.h"

namespace lookaside::fpga {

/// Write-only for software; the control word can be read back.
class KeySlots {
  public:
    struct Key {
        crypto::Algorithm algorithm;
        std::span<const std::uint8_t> bytes;
    };

    /// The key of a slot, if it is valid.
    std::optional<Key> find(unsigned number) const {
        namespace control = datasheet::ipsec_card::key_control;
        const Slot& slot = slots_[number];
        if ((slot.control & control::valid) == 0) {
            return std::nullopt;
        }
        const auto algorithm = (slot.control & control::bits_256) != 0
                                   ? crypto::Algorithm::aes_256_gcm
                                   : crypto::Algorithm::aes_128_gcm;
        return Key{algorithm, std::span(slot.bytes).first(crypto::key_bytes(algorithm))};
    }

    /// `offset` counts from key_base.
    void write(std::uint32_t offset, std::uint32_t value) {
        namespace reg = datasheet::ipsec_card::reg;
        Slot& slot = slots_[offset / reg::key_stride];
        const std::uint32_t word = offset % reg::key_stride;
        if (word < reg::key_control) {
            std::memcpy(slot.bytes.data() + word, &value, sizeof value);
        } else if (word == reg::key_control) {
            namespace control = datasheet::ipsec_card::key_control;
            slot.control = value & (control::valid | control::bits_256);
        }
    }
    std::uint32_t read(std::uint32_t offset) const {
        namespace reg = datasheet::ipsec_card::reg;
        return offset % reg::key_stride == reg::key_control
                   ? slots_[offset / reg::key_stride].control
                   : 0;
    }

  private:
    struct Slot {
        std::array<std::uint8_t, 32> bytes{};
        std::uint32_t control = 0;
    };
    std::array<Slot, datasheet::ipsec_card::key_slots> slots_{};
};

}  // namespace lookaside::fpga
