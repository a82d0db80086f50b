// SPDX-License-Identifier: Apache-2.0
// One submission ring and one completion ring, and the tasks that are between them.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/slot_timelines.h"
#include "host/block/request_queue.h"
#include "host/drivers/engine_array/parameters.h"
#include "host/drivers/engine_array/registers.h"
#include "host/drivers/engine_array/rings.h"
#include "host/drivers/engine_array/task_buffers.h"
#include "host/os/kernel.h"

namespace lookaside::drivers::engine_array {

/// What the queue pairs of a card share.
struct CardContext {
    os::Kernel& kernel;
    const Parameters& parameters;
    ArrayRegisters& registers;
    block::RequestQueue& requests;
    SlotTimelines& timelines;
};

class QueuePair {
  public:
    /// Allocates the rings and tells the card of them. Process context.
    QueuePair(const CardContext& card, unsigned index);
    QueuePair(const QueuePair&) = delete;
    QueuePair& operator=(const QueuePair&) = delete;

    /// Maps the request's buffers and writes its task into the ring; sleeps while the ring is
    /// full, first come first served. Process context.
    void push(block::Tag tag, block::Request& request);
    /// Tells the card of the tasks pushed since the last time. Process context.
    void ring_doorbell();

    /// Serves all new completion entries. `entered`: when the caller began to look; the requests'
    /// c2h_interrupt. Any context. False if there are none.
    bool reap(SimTime entered);
    bool has_completion() const { return completions_.has_entry(); }
    /// Tasks whose answer somebody waits for.
    unsigned awaited() const { return awaited_; }

    /// The request of a tag goes back to its owner; its buffers stay mapped until the card answers.
    void abandon(block::Tag tag);

    unsigned index() const { return index_; }

  private:
    using Entry = datasheet::engine_array::Completion;

    std::size_t take_batch(std::span<Entry> entries);
    void serve(std::span<const Entry> entries, SimTime entered);
    void wait_for_room();
    void write_tail();
    std::size_t timeline_slot(block::Tag tag) const {
        return index_ * datasheet::engine_array::max_ring_entries + tag;
    }

    /// What the driver keeps of a tag that the card works on.
    struct Task {
        Timeline* timeline = nullptr;  // none: abandoned
        TaskBuffers buffers;
    };

    os::Kernel& kernel_;
    ArrayRegisters& registers_;
    block::RequestQueue& requests_;
    SlotTimelines& timelines_;
    unsigned index_;
    SubmissionRing submissions_;
    CompletionRing completions_;
    std::unique_ptr<os::Mutex> submission_lock_;     // of the submission ring's tail
    std::unique_ptr<os::SpinLock> completion_lock_;  // of the completion ring's head
    std::unique_ptr<os::WaitQueue> room_;
    bool waits_for_room_ = false;
    std::vector<block::Tag> unrung_;  // pushed since the last doorbell
    std::vector<Task> tasks_;         // by tag
    std::atomic<unsigned> awaited_{0};
};

}  // namespace lookaside::drivers::engine_array
