// SPDX-License-Identifier: Apache-2.0
// Whether a submission entry can be served.
#pragma once

#include "models/array/key_slots.h"
#include "models/array/stripes.h"
#include "models/array/waiting_queue.h"

namespace lookaside::array {

class TaskCheck {
  public:
    /// `opcodes`: bit n: opcode n is served.
    TaskCheck(const KeySlots& keys, std::uint32_t opcodes, std::uint32_t sectors)
        : keys_(keys), opcodes_(opcodes), sectors_(sectors) {}

    bool passes(const datasheet::engine_array::Task& task) const {
        namespace card = datasheet::engine_array;
        const std::uint32_t length = task.payload_length;
        if (task.opcode >= 32 || (opcodes_ >> task.opcode & 1U) == 0 || length == 0 ||
            length > card::max_task_bytes || length % card::sector_bytes != 0 ||
            task.priority >= priorities || task.tag >= card::max_ring_entries) {
            return false;
        }
        switch (static_cast<card::Opcode>(task.opcode)) {
            case card::Opcode::gcm_encrypt:
            case card::Opcode::gcm_decrypt:
                return keys_.find(task.key_slot).has_value();
            case card::Opcode::read:
            case card::Opcode::write:
                return is_in_stripe(task.sector, length / card::sector_bytes);
            default:
                return true;
        }
    }
    std::uint32_t opcodes() const { return opcodes_; }
    std::uint32_t sectors() const { return sectors_; }

  private:
    bool is_in_stripe(std::uint32_t sector, std::uint32_t count) const {
        return sector < sectors_ && count <= sectors_ - sector &&
               sector % Stripes::sectors + count <= Stripes::sectors;
    }

    const KeySlots& keys_;
    std::uint32_t opcodes_;
    std::uint32_t sectors_;
};

}  // namespace lookaside::array
