// SPDX-License-Identifier: Apache-2.0
#include "models/array/card_registers.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

namespace lookaside::array {

namespace card = datasheet::engine_array;
namespace reg = card::reg;

namespace {

constexpr std::uint32_t queue_end = reg::queue_base + card::max_queue_pairs * reg::queue_stride;
constexpr std::uint32_t key_end = reg::key_base + card::key_slots * reg::key_stride;
constexpr std::uint32_t ring_alignment = 4096;

bool lies_in(std::uint32_t offset, std::uint32_t first, std::uint32_t end) {
    return offset >= first && offset < end;
}
void set_low(std::uint64_t& address, std::uint32_t value) {
    address = (address & 0xFFFF'FFFF'0000'0000ULL) | value;
}
void set_high(std::uint64_t& address, std::uint32_t value) {
    address = (address & 0xFFFF'FFFFULL) | std::uint64_t{value} << 32;
}

}  // namespace

CardRegisters::CardRegisters(Card card, QueuePairs& queues, KeySlots& keys,
                             pcie::MessageUnit& messages, RuleBook& rules)
    : card_(std::move(card)), queues_(queues), keys_(keys), messages_(messages), rules_(rules) {}

void CardRegisters::write(Bytes offset, std::span<const std::uint8_t> data) {
    if (data.size() != 4) {
        rules_.broken("a register was written with less than 32 bits");
        return;
    }
    std::uint32_t value = 0;
    std::memcpy(&value, data.data(), sizeof value);
    write_word(static_cast<std::uint32_t>(offset), value);
}

pcie::CompletionStatus CardRegisters::read(Bytes offset, std::span<std::uint8_t> data,
                                           Picoseconds& /*delay*/) {
    const std::uint32_t value = read_word(static_cast<std::uint32_t>(offset & ~Bytes{3}));
    std::array<std::uint8_t, 4> bytes;
    std::memcpy(bytes.data(), &value, sizeof value);
    std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(offset % 4), data.size(), data.begin());
    return pcie::CompletionStatus::successful;
}

void CardRegisters::write_word(std::uint32_t offset, std::uint32_t value) {
    if (offset == reg::control) {
        write_control(value);
    } else if (lies_in(offset, reg::queue_base, queue_end)) {
        const std::uint32_t at = offset - reg::queue_base;
        write_queue(*queues_[at / reg::queue_stride], at % reg::queue_stride, value);
    } else if (lies_in(offset, reg::key_base, key_end)) {
        keys_.write(offset - reg::key_base, value);
    } else if (lies_in(offset, card::msix_table, card::msix_pba)) {
        messages_.write_table(offset - card::msix_table, value);
    }
}

std::uint32_t CardRegisters::read_word(std::uint32_t offset) const {
    if (offset == reg::control) {
        return enabled_ ? card::control::enable : 0;
    }
    if (offset < reg::queue_base) {
        return card_.read(offset);
    }
    if (lies_in(offset, reg::queue_base, queue_end)) {
        const std::uint32_t at = offset - reg::queue_base;
        return read_queue(*queues_[at / reg::queue_stride], at % reg::queue_stride);
    }
    if (lies_in(offset, reg::key_base, key_end)) {
        return keys_.read(offset - reg::key_base);
    }
    if (lies_in(offset, card::msix_table, card::msix_pba)) {
        return messages_.read_table(offset - card::msix_table);
    }
    return offset == card::msix_pba ? messages_.pending() : 0;
}

void CardRegisters::write_control(std::uint32_t value) {
    const bool enable = (value & card::control::enable) != 0;
    if (enable == enabled_) {
        return;
    }
    enabled_ = enable;
    if (enable) {
        for (auto& pair : queues_) {
            pair->restart();
        }
    }
    card_.enable(enable);
}

void CardRegisters::write_queue(QueuePair& pair, std::uint32_t offset, std::uint32_t value) {
    switch (offset) {
        case reg::sq_tail:
        case reg::cq_head:
            if (!enabled_ || !pair.is_index(value)) {
                rules_.broken(
                    "a doorbell rang with a value outside of the ring, or while the card "
                    "was not enabled");
            } else if (offset == reg::sq_tail) {
                pair.set_sq_tail(value);
                card_.submitted();
            } else {
                pair.set_cq_head(value);
                card_.consumed();
            }
            break;
        case reg::coalescing:
            pair.coalescer.set_rule(value);
            break;
        case reg::irq_enable:
            pair.coalescer.enable((value & 1U) != 0);
            break;
        default:
            write_setting(pair, offset, value);
    }
}

void CardRegisters::write_setting(QueuePair& pair, std::uint32_t offset, std::uint32_t value) {
    if (enabled_) {
        rules_.broken("a ring was changed while the card was enabled");
        return;
    }
    switch (offset) {
        case reg::sq_base_low:
            return set_low(pair.sq_base, value & ~(ring_alignment - 1));
        case reg::sq_base_high:
            return set_high(pair.sq_base, value);
        case reg::cq_base_low:
            return set_low(pair.cq_base, value & ~(ring_alignment - 1));
        case reg::cq_base_high:
            return set_high(pair.cq_base, value);
        case reg::ring_size:
            return set_ring_size(pair, value);
        default:
            break;
    }
}

void CardRegisters::set_ring_size(QueuePair& pair, std::uint32_t value) {
    const bool fits =
        value == 0 || (value >= 2 && value <= card::max_ring_entries && std::has_single_bit(value));
    if (fits) {
        pair.ring_size = value;
    } else {
        rules_.broken("a ring size is no power of two from 2 to " +
                      std::to_string(card::max_ring_entries));
    }
}

std::uint32_t CardRegisters::read_queue(const QueuePair& pair, std::uint32_t offset) {
    switch (offset) {
        case reg::sq_base_low:
            return static_cast<std::uint32_t>(pair.sq_base);
        case reg::sq_base_high:
            return static_cast<std::uint32_t>(pair.sq_base >> 32);
        case reg::cq_base_low:
            return static_cast<std::uint32_t>(pair.cq_base);
        case reg::cq_base_high:
            return static_cast<std::uint32_t>(pair.cq_base >> 32);
        case reg::ring_size:
            return pair.ring_size;
        case reg::coalescing:
            return pair.coalescer.rule();
        case reg::irq_enable:
            return pair.coalescer.enabled() ? 1 : 0;
        default:
            return 0;
    }
}

}  // namespace lookaside::array
