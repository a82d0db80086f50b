// SPDX-License-Identifier: Apache-2.0
// Where tasks enter the card and leave it: admission to the central buffer, and the way back.
#pragma once

#include "models/array/central_buffer.h"
#include "models/array/payload_fetcher.h"
#include "models/array/queue_pair.h"
#include "models/array/result_writer.h"
#include "models/array/rule_book.h"
#include "models/array/task_check.h"
#include "models/array/task_fetcher.h"
#include "models/array/task_manager.h"

namespace lookaside::array {

/// Admits tasks from the queue pairs in turn as slots allow. What a task holds (slot, tag) is given
/// back when its completion entry is on its way.
class TaskDesk : public TaskSink, public PayloadSink {
  public:
    struct Shared {
        Agenda& agenda;
        pcie::Requester& requester;
        QueuePairs& queues;
        RuleBook& rules;
        const TaskCheck& check;
        const KeySlots& keys;
        TaskStamps& stamps;
    };

    TaskDesk(const ArrayParameters& parameters, const Shared& shared, CentralBuffer& buffer);
    void set_manager(TaskManager& manager) { manager_ = &manager; }

    TaskFetcher& fetcher() { return fetcher_; }
    ResultWriter& writer() { return writer_; }
    const PayloadFetcher& payloads() const { return payloads_; }

    /// Tasks without an engine that are not over.
    std::uint32_t waiting() const { return waiting_; }
    std::uint64_t completed() const { return completed_; }
    std::uint64_t refused() const { return refused_; }
    std::uint32_t most_in_use() const { return most_in_use_; }
    void reset_counts();

  private:
    void task_finished(TaskSlot& slot) override { writer_.write(slot); }
    void waiting_changed(int by) override;
    void payload_arrived(TaskSlot& slot, bool failed) override;

    bool may_admit() const { return !buffer_.is_full() && waiting_ < waiting_limit_; }
    void admit_all();
    void admit(unsigned queue);
    bool take_tag(TaskSlot& slot);
    void fetch_payload(TaskSlot& slot);
    void refuse(TaskSlot& slot);
    void completion_written(TaskSlot& slot);

    Shared shared_;
    CentralBuffer& buffer_;
    const std::uint32_t waiting_limit_;
    Stripes stripes_;
    TaskManager* manager_ = nullptr;
    TaskFetcher fetcher_;
    PayloadFetcher payloads_;
    ResultWriter writer_;
    std::uint32_t waiting_ = 0;
    unsigned turn_ = 0;  // queue pair that is asked first
    bool admitting_ = false;
    std::uint64_t completed_ = 0;
    std::uint64_t refused_ = 0;
    std::uint32_t most_in_use_ = 0;
};

}  // namespace lookaside::array
