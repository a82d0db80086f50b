// SPDX-License-Identifier: Apache-2.0
// The card's BAR 0.
#pragma once

#include <functional>

#include "models/array/key_slots.h"
#include "models/array/queue_pair.h"
#include "models/array/rule_book.h"
#include "models/pcie/bar_access_queue.h"
#include "models/pcie/message_unit.h"

namespace lookaside::array {

/// Registers are whole 32-bit words; narrower writes break the rules and are ignored.
class CardRegisters : public pcie::BarTarget {
  public:
    /// What the card shows, and what software's writes make it do.
    struct Card {
        std::function<std::uint32_t(std::uint32_t)> read;  // read-only registers below queue_base
        std::function<void(bool)> enable;
        std::function<void()> submitted;  // a tail doorbell rang
        std::function<void()> consumed;   // completion entries were read
    };

    CardRegisters(Card card, QueuePairs& queues, KeySlots& keys, pcie::MessageUnit& messages,
                  RuleBook& rules);

    void write(Bytes offset, std::span<const std::uint8_t> data) override;
    pcie::CompletionStatus read(Bytes offset, std::span<std::uint8_t> data,
                                Picoseconds& delay) override;

  private:
    void write_word(std::uint32_t offset, std::uint32_t value);
    std::uint32_t read_word(std::uint32_t offset) const;
    void write_control(std::uint32_t value);
    void write_queue(QueuePair& pair, std::uint32_t offset, std::uint32_t value);
    void write_setting(QueuePair& pair, std::uint32_t offset, std::uint32_t value);
    void set_ring_size(QueuePair& pair, std::uint32_t value);
    static std::uint32_t read_queue(const QueuePair& pair, std::uint32_t offset);

    Card card_;
    QueuePairs& queues_;
    KeySlots& keys_;
    pcie::MessageUnit& messages_;
    RuleBook& rules_;
    bool enabled_ = false;
};

}  // namespace lookaside::array
