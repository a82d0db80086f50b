// SPDX-License-Identifier: Apache-2.0
// Which of the card's RAM slots are free.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>

#include "host/drivers/ipsec_card/card_registers.h"

namespace lookaside::drivers::ipsec_card {

/// Free slots, and those in quarantine: the driver gave up on them while the card had not. The
/// latter come back when the card shows that it is done with them.
class SlotPool {
  public:
    explicit SlotPool(CardRegisters& registers) : registers_(registers) {}

    /// The lowest free slot. If none is, the card is asked about those in quarantine (one register
    /// read); none at all: the card holds them all.
    std::optional<unsigned> acquire() {
        if (free_ == 0) {
            reclaim();
        }
        if (free_ == 0) {
            return std::nullopt;
        }
        const auto slot = static_cast<unsigned>(std::countr_zero(free_));
        free_ &= ~slot_bit(slot);
        return slot;
    }
    void release(unsigned slot) { free_ |= slot_bit(slot); }
    void quarantine(unsigned slot) { quarantined_ |= slot_bit(slot); }

  private:
    void reclaim() {
        if (quarantined_ != 0) {
            const std::uint32_t idle = quarantined_ & ~registers_.busy();
            registers_.acknowledge(idle);
            quarantined_ &= ~idle;
            free_ |= idle;
        }
    }

    CardRegisters& registers_;
    std::uint32_t free_ = all_slots;
    std::uint32_t quarantined_ = 0;
};

}  // namespace lookaside::drivers::ipsec_card
