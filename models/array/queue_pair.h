// SPDX-License-Identifier: Apache-2.0
// A submission ring and its completion ring, as the card sees them.
#pragma once

#include <bitset>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "datasheets/engine_array.h"
#include "models/array/interrupt_coalescer.h"
#include "models/array/task_slot.h"
#include "models/base/ring.h"

namespace lookaside::array {

/// Register values and ring indexes; fetching and writing are done by others.
class QueuePair {
  public:
    QueuePair(Agenda& agenda, std::function<void()> raise) : coalescer(agenda, std::move(raise)) {}

    std::uint64_t sq_base = 0;
    std::uint64_t cq_base = 0;
    std::uint32_t ring_size = 0;  // entries
    InterruptCoalescer coalescer;

    /// Entries that the card has read ahead, and tasks whose results go out.
    Ring<datasheet::engine_array::Task> fetched;
    Ring<TaskSlot*> finished;
    std::bitset<datasheet::engine_array::max_ring_entries> tags_in_use;

    /// The card is enabled: both rings are empty.
    void restart() {
        sq_tail_ = sq_next_ = sq_head_ = cq_tail_ = cq_head_ = 0;
        phase_ = 1;
        coalescer.reset();
    }
    bool is_index(std::uint32_t value) const { return value < ring_size; }

    // Submission ring.
    void set_sq_tail(std::uint32_t tail) { sq_tail_ = tail; }
    std::uint32_t entries_to_fetch() const { return distance(sq_next_, sq_tail_); }
    /// Index of the next entry to fetch.
    std::uint32_t sq_next() const { return sq_next_; }
    void entries_requested(std::uint32_t count) { sq_next_ = advance(sq_next_, count); }
    void entries_arrived(std::uint32_t count) { sq_head_ = advance(sq_head_, count); }
    std::uint32_t sq_head() const { return sq_head_; }

    // Completion ring.
    void set_cq_head(std::uint32_t head) {
        cq_head_ = head;
        coalescer.entries_left(unread());
    }
    std::uint32_t unread() const { return distance(cq_head_, cq_tail_); }
    bool has_room() const { return unread() + 1 < ring_size; }
    std::uint64_t cq_entry_address() const {
        return cq_base + cq_tail_ * sizeof(datasheet::engine_array::Completion);
    }
    std::uint8_t phase() const { return phase_; }
    void entry_written() {
        cq_tail_ = advance(cq_tail_, 1);
        if (cq_tail_ == 0) {
            phase_ ^= 1U;
        }
        coalescer.entry_written();
    }

  private:
    std::uint32_t distance(std::uint32_t from, std::uint32_t to) const {
        return (to - from) & (ring_size - 1);
    }
    std::uint32_t advance(std::uint32_t index, std::uint32_t by) const {
        return (index + by) & (ring_size - 1);
    }

    std::uint32_t sq_tail_ = 0;
    std::uint32_t sq_next_ = 0;
    std::uint32_t sq_head_ = 0;
    std::uint32_t cq_tail_ = 0;
    std::uint32_t cq_head_ = 0;
    std::uint8_t phase_ = 1;
};

/// All that the card has.
using QueuePairs = std::vector<std::unique_ptr<QueuePair>>;

}  // namespace lookaside::array
