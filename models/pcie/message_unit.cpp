// SPDX-License-Identifier: Apache-2.0
// Sends interrupt messages: the MSI-X table with its pending bits, or MSI.
#include "models/pcie/message_unit.h"

#include <bit>
#include <cstring>

namespace lookaside::pcie {

MessageUnit::MessageUnit(Agenda& agenda, const ClockDomain& clock, Requester& requester,
                         unsigned vectors, Cycles latency)
    : agenda_(agenda),
      clock_(clock),
      requester_(requester),
      latency_(latency),
      requester_id_(requester.add(*this)),
      due_(agenda, AlarmPriority::completion, [this] { deliver(); }),
      table_(vectors) {}

void MessageUnit::raise(std::uint32_t vectors) {
    raised_.push_back({clock_.edge_after(agenda_.now(), latency_), vectors});
    if (!due_.is_armed()) {
        due_.arm(raised_.front().at);
    }
}

void MessageUnit::deliver() {
    while (!raised_.empty() && raised_.front().at <= agenda_.now()) {
        for (std::uint32_t left = raised_.front().vectors; left != 0; left &= left - 1) {
            enqueue(static_cast<unsigned>(std::countr_zero(left)));
        }
        raised_.pop();
    }
    if (!raised_.empty()) {
        due_.arm(raised_.front().at);
    }
    requester_.request(requester_id_);
}

void MessageUnit::enqueue(unsigned vector) {
    const Endpoint& endpoint = requester_.endpoint();
    if (endpoint.msix_enabled() || endpoint.msi_enabled()) {
        queue_.push_back(vector);
    } else {
        ++unsent_;
    }
}

bool MessageUnit::masked(unsigned vector) const {
    return requester_.endpoint().msix_function_masked() || table_[vector].masked();
}

Turn MessageUnit::take_turn() {
    while (!queue_.empty()) {
        const unsigned vector = queue_.front();
        if (!requester_.endpoint().msix_enabled()) {
            if (!requester_.endpoint().send_msi(vector)) {
                return Turn::refused;
            }
        } else if (masked(vector)) {
            pending_ |= 1U << vector;
            queue_.pop();
            continue;
        } else {
            std::array<std::uint8_t, 4> data;
            std::memcpy(data.data(), &table_[vector].words[2], sizeof data);
            if (!requester_.write(table_[vector].address(), data)) {
                return Turn::refused;
            }
        }
        queue_.pop();
        ++sent_;
        return Turn::sent;
    }
    return Turn::nothing;
}

void MessageUnit::interrupt_control_changed() {
    send_unmasked();
}

void MessageUnit::send_unmasked() {
    if (!requester_.endpoint().msix_enabled()) {
        return;
    }
    for (unsigned vector = 0; vector < table_.size(); ++vector) {
        const std::uint32_t bit = 1U << vector;
        if ((pending_ & bit) != 0 && !masked(vector)) {
            pending_ &= ~bit;
            queue_.push_back(vector);
        }
    }
    requester_.request(requester_id_);
}

std::uint32_t MessageUnit::read_table(std::uint32_t offset) const {
    const std::uint32_t entry = offset / entry_bytes;
    return entry < table_.size() ? table_[entry].words[offset / 4 % 4] : 0;
}

void MessageUnit::write_table(std::uint32_t offset, std::uint32_t value) {
    const std::uint32_t entry = offset / entry_bytes;
    if (entry >= table_.size()) {
        return;
    }
    const std::uint32_t word = offset / 4 % 4;
    // Messages are DWORD writes, and only the mask bit of the vector control exists.
    const std::uint32_t writable = word == 0 ? ~3U : word == 3 ? 1U : ~0U;
    table_[entry].words[word] = value & writable;
    if (word == 3) {
        send_unmasked();
    }
}

void MessageUnit::describe_waits(std::vector<std::string>& lines) const {
    if (pending_ != 0) {
        lines.push_back("interrupts: vectors pending under their mask: " +
                        std::to_string(pending_));
    }
    if (!queue_.empty()) {
        lines.push_back("interrupts: " + std::to_string(queue_.size()) +
                        " messages wait for the transmit queue");
    }
}

}  // namespace lookaside::pcie
