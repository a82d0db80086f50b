// SPDX-License-Identifier: Apache-2.0
// The FPGA IPsec card's user logic: command registers and the user interrupt.
#include <bit>
#include <cstring>

#include "models/fpga/ipsec_card.h"

namespace lookaside::fpga {

namespace card = datasheet::ipsec_card;
namespace reg = datasheet::ipsec_card::reg;

namespace {

constexpr std::uint32_t all_slots = (1U << card::slot_count) - 1;
constexpr std::uint32_t key_end = reg::key_base + card::key_slots * reg::key_stride;
constexpr std::uint32_t capability_word =
    card::slot_count | static_cast<std::uint32_t>(std::countr_zero(card::slot_bytes)) << 8 |
    card::key_slots << 16;

}  // namespace

xdma::AxiResponse IpsecCard::serve_register(const AxiAccess& access) {
    if (access.address + access.data.size() > card::user_bar_size) {
        ++decode_errors_;
        return xdma::AxiResponse::decode_error;
    }
    const auto offset = static_cast<std::uint32_t>(access.address & ~std::uint64_t{3});
    if (!access.is_write) {
        const std::uint32_t value = read_register(offset);
        std::uint8_t bytes[4];
        std::memcpy(bytes, &value, sizeof value);
        std::memcpy(access.data.data(), bytes + access.address % 4, access.data.size());
        return xdma::AxiResponse::okay;
    }
    if (access.data.size() != 4) {
        return xdma::AxiResponse::slave_error;  // registers are written as whole words
    }
    std::uint32_t value = 0;
    std::memcpy(&value, access.data.data(), sizeof value);
    write_register(offset, value, access.first_beat);
    return xdma::AxiResponse::okay;
}

std::uint32_t IpsecCard::read_register(std::uint32_t offset) const {
    if (offset >= reg::key_base && offset < key_end) {
        return keys_.read(offset - reg::key_base);
    }
    switch (offset) {
        case reg::id:
            return card::card_id;
        case reg::capabilities:
            return capability_word;
        case reg::busy:
            return busy_;
        case reg::done:
            return done_;
        case reg::failed:
            return failed_;
        case reg::irq_enable:
            return irq_enable_;
        case reg::fail_reason:
            return fail_reason_;
        case reg::protocol_errors:
            return static_cast<std::uint32_t>(protocol_errors_);
        default:
            return 0;
    }
}

void IpsecCard::write_register(std::uint32_t offset, std::uint32_t value, SimTime at) {
    if (offset >= reg::key_base && offset < key_end) {
        keys_.write(offset - reg::key_base, value);
        return;
    }
    switch (offset) {
        case reg::start:
            start(value & all_slots, at);
            break;
        case reg::done:
            done_ &= ~value;
            failed_ &= done_;
            // A slot that finished after software read this register must not go unheard.
            set_irq(false);
            update_irq();
            break;
        case reg::irq_enable:
            irq_enable_ = value & all_slots;
            update_irq();
            break;
        default:
            break;
    }
}

void IpsecCard::start(std::uint32_t slots, SimTime at) {
    for (; slots != 0; slots &= slots - 1) {
        const auto slot = static_cast<unsigned>(std::countr_zero(slots));
        const std::uint32_t bit = 1U << slot;
        if ((busy_ & bit) != 0) {
            rule_broken("start of slot " + std::to_string(slot) + " while it is busy");
            continue;
        }
        busy_ |= bit;
        done_ &= ~bit;
        failed_ &= ~bit;
        fail_reason_ &= ~(3U << (2 * slot));
        sequencer_.start(slot, at);
    }
    update_irq();
}

void IpsecCard::slot_done(unsigned slot, Sequencer::Fail fail) {
    const std::uint32_t bit = 1U << slot;
    busy_ &= ~bit;
    done_ |= bit;
    if (fail != Sequencer::Fail::none) {
        failed_ |= bit;
        fail_reason_ |= static_cast<std::uint32_t>(fail) << (2 * slot);
    }
    update_irq();
}

void IpsecCard::update_irq() {
    set_irq((done_ & irq_enable_) != 0);
}

void IpsecCard::set_irq(bool level) {
    if (level != irq_level_) {
        irq_level_ = level;
        user_irqs_raised_ += level ? 1 : 0;
        user_irqs_.set_user_irq(0, level);
    }
}

}  // namespace lookaside::fpga
