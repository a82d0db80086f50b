// SPDX-License-Identifier: Apache-2.0
// The two rings of a queue pair in host memory.
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>

#include "datasheets/engine_array.h"
#include "host/os/kernel.h"

namespace lookaside::drivers::engine_array {

/// Tasks on their way to the card. `entries` is a power of two.
class SubmissionRing {
  public:
    SubmissionRing(os::DmaMapper& dma, unsigned entries)
        : memory_(dma.alloc_coherent(entries * sizeof(datasheet::engine_array::Task))),
          mask_(entries - 1) {}

    std::uint64_t bus() const { return memory_.bus; }
    bool full() const { return ((tail_ + 1) & mask_) == head_; }
    /// Only if it is not full.
    void push(const datasheet::engine_array::Task& task) {
        std::memcpy(memory_.cpu.subspan(tail_ * sizeof task, sizeof task).data(), &task,
                    sizeof task);
        tail_ = (tail_ + 1) & mask_;
    }
    /// Index of the next free slot.
    std::uint32_t tail() const { return tail_; }
    /// The card says that slots before this one may be used again.
    void set_head(std::uint32_t head) { head_ = head & mask_; }

  private:
    os::DmaBuffer memory_;
    std::uint32_t mask_;
    std::uint32_t tail_ = 0;
    std::uint32_t head_ = 0;
};

/// Answers of the card. An entry is new when its phase bit is the round's: 1 in the first round,
/// then turn about.
class CompletionRing {
  public:
    CompletionRing(os::DmaMapper& dma, unsigned entries)
        : memory_(dma.alloc_coherent(entries * sizeof(datasheet::engine_array::Completion))),
          mask_(entries - 1) {}

    std::uint64_t bus() const { return memory_.bus; }
    bool has_entry() const { return (next().phase & 1U) == phase_; }
    /// The oldest new entry, if there is one.
    std::optional<datasheet::engine_array::Completion> take() {
        const datasheet::engine_array::Completion entry = next();
        if ((entry.phase & 1U) != phase_) {
            return std::nullopt;
        }
        head_ = (head_ + 1) & mask_;
        phase_ ^= head_ == 0 ? 1U : 0U;
        return entry;
    }
    /// Index of the next unread entry.
    std::uint32_t head() const { return head_; }

  private:
    datasheet::engine_array::Completion next() const {
        datasheet::engine_array::Completion entry;
        std::memcpy(&entry, memory_.cpu.subspan(head_ * sizeof entry, sizeof entry).data(),
                    sizeof entry);
        return entry;
    }

    os::DmaBuffer memory_;
    std::uint32_t mask_;
    std::uint32_t head_ = 0;
    unsigned phase_ = 1;
};

}  // namespace lookaside::drivers::engine_array
