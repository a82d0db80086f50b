// SPDX-License-Identifier: Apache-2.0
#include "host/drivers/ipsec_card/card_registers.h"

#include "base/error.h"

namespace lookaside::drivers::ipsec_card {

namespace sheet = datasheet::ipsec_card;

CardRegisters::CardRegisters(os::Mmio& user_bar) : user_bar_(user_bar) {
    if (read(sheet::reg::id) != sheet::card_id) {
        throw SimulationError("ipsec_card: the user BAR does not hold the card's ID");
    }
}

crypto_api::Status CardRegisters::status_of(unsigned slot, std::uint32_t failed) {
    if ((failed & slot_bit(slot)) == 0) {
        return crypto_api::Status::ok;
    }
    const auto reason = static_cast<sheet::Fail>(read(sheet::reg::fail_reason) >> (2 * slot) & 3U);
    return reason == sheet::Fail::bad_tag ? crypto_api::Status::bad_message
                                          : crypto_api::Status::io_error;
}

void CardRegisters::load_key(unsigned key_slot, std::span<const std::uint8_t> key) {
    const std::uint32_t base = sheet::reg::key_base + key_slot * sheet::reg::key_stride;
    for (std::uint32_t i = 0; i < key.size(); i += 4) {
        const std::uint32_t word = std::uint32_t{key[i]} | std::uint32_t{key[i + 1]} << 8 |
                                   std::uint32_t{key[i + 2]} << 16 |
                                   std::uint32_t{key[i + 3]} << 24;
        write(base + sheet::reg::key_word + i, word);
    }
    std::uint32_t control = sheet::key_control::valid;
    if (key.size() == 32) {
        control |= sheet::key_control::bits_256;
    }
    write(base + sheet::reg::key_control, control);
}

}  // namespace lookaside::drivers::ipsec_card
