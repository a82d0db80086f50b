// SPDX-License-Identifier: Apache-2.0
// The card's registers behind the user BAR, as the driver uses them.
#pragma once

#include <cstdint>
#include <span>

#include "datasheets/ipsec_card.h"
#include "host/crypto/aead.h"
#include "host/os/kernel.h"

namespace lookaside::drivers::ipsec_card {

/// Bit of a slot in the card's slot masks.
constexpr std::uint32_t slot_bit(unsigned slot) {
    return 1U << slot;
}
inline constexpr std::uint32_t all_slots = (1U << datasheet::ipsec_card::slot_count) - 1;

/// Reads stall the core for a round trip; writes are posted.
class CardRegisters {
  public:
    /// Process context. Throws SimulationError if the user BAR is not this card's.
    explicit CardRegisters(os::Mmio& user_bar);

    void start(std::uint32_t slots) { write(datasheet::ipsec_card::reg::start, slots); }
    std::uint32_t busy() { return read(datasheet::ipsec_card::reg::busy); }
    std::uint32_t done() { return read(datasheet::ipsec_card::reg::done); }
    std::uint32_t failed() { return read(datasheet::ipsec_card::reg::failed); }
    void acknowledge(std::uint32_t slots) { write(datasheet::ipsec_card::reg::done, slots); }
    void enable_interrupt(std::uint32_t slots) {
        write(datasheet::ipsec_card::reg::irq_enable, slots);
    }

    /// Result of a slot that is done. `failed` is the failed register's value; the reason is read
    /// from the card if the slot is in it.
    crypto_api::Status status_of(unsigned slot, std::uint32_t failed);

    /// Loads a key of 16 or 32 bytes into a key slot and marks it valid.
    void load_key(unsigned key_slot, std::span<const std::uint8_t> key);

  private:
    std::uint32_t read(std::uint32_t offset) { return user_bar_.read32(offset); }
    void write(std::uint32_t offset, std::uint32_t value) { user_bar_.write32(offset, value); }

    os::Mmio& user_bar_;
};

}  // namespace lookaside::drivers::ipsec_card
