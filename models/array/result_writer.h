// SPDX-License-Identifier: Apache-2.0
// Writes results and completion entries to host memory.
#pragma once

#include <functional>

#include "models/array/queue_pair.h"
#include "models/array/task_stamps.h"
#include "models/pcie/requester.h"

namespace lookaside::array {

/// A task's result goes out in pieces of MPS, then its completion entry: posted writes stay in
/// order, so software that sees the entry sees the result. Queue pairs take turns; one whose
/// completion ring is full holds up no other.
class ResultWriter : private pcie::RequesterClient {
  public:
    /// `written` is called when the task's completion entry is on its way, with its queue pair
    /// updated already.
    ResultWriter(pcie::Requester& requester, QueuePairs& queues, TaskStamps& stamps,
                 std::function<void(TaskSlot&)> written);

    void write(TaskSlot& slot) {
        queues_[slot.queue]->finished.push_back(&slot);
        look();
    }
    /// Software has read completion entries.
    void look() { requester_.request(client_); }

  private:
    pcie::Turn take_turn() override;
    void choose();
    pcie::Turn write_piece();
    pcie::Turn write_entry();

    pcie::Requester& requester_;
    QueuePairs& queues_;
    TaskStamps& stamps_;
    std::function<void(TaskSlot&)> written_;
    std::size_t client_;
    TaskSlot* current_ = nullptr;
    std::uint32_t sent_ = 0;  // bytes of its result
    unsigned turn_ = 0;       // queue pair that is asked first
};

}  // namespace lookaside::array
