// SPDX-License-Identifier: Apache-2.0
#include "host/drivers/engine_array/queue_pair.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/error.h"
#include "host/drivers/engine_array/task.h"

namespace lookaside::drivers::engine_array {

namespace {

std::string name_of_queue(unsigned index, const char* part) {
    return "engine_array.queue" + std::to_string(index) + "." + part;
}

/// Holds the ring's tail for a scope.
class MutexGuard {
  public:
    explicit MutexGuard(os::Mutex& mutex) : mutex_(mutex) { mutex_.lock(); }
    ~MutexGuard() { mutex_.unlock(); }
    MutexGuard(const MutexGuard&) = delete;
    MutexGuard& operator=(const MutexGuard&) = delete;

  private:
    os::Mutex& mutex_;
};

/// When the answer was seen. It may have come after its interrupt's handler was entered, for an
/// older one: then it was seen at the look that found it.
SimTime seen_at(const Timeline& timeline, SimTime entered, SimTime looked) {
    for (auto i = static_cast<std::size_t>(Moment::c2h_interrupt); i-- > 0;) {
        const auto moment = static_cast<Moment>(i);
        if (timeline.has(moment)) {
            return timeline.at(moment) <= entered ? entered : looked;
        }
    }
    return entered;
}

}  // namespace

QueuePair::QueuePair(const CardContext& card, unsigned index)
    : kernel_(card.kernel),
      registers_(card.registers),
      requests_(card.requests),
      timelines_(card.timelines),
      index_(index),
      submissions_(card.kernel.dma(), card.parameters.ring_entries),
      completions_(card.kernel.dma(), card.parameters.ring_entries),
      submission_lock_(card.kernel.make_mutex(name_of_queue(index, "submission"))),
      completion_lock_(card.kernel.make_spin_lock(name_of_queue(index, "completion"))),
      room_(card.kernel.make_wait_queue(name_of_queue(index, "room"))),
      tasks_(card.parameters.tags) {
    registers_.set_rings(index, {.submission = submissions_.bus(),
                                 .completion = completions_.bus(),
                                 .entries = card.parameters.ring_entries});
}

void QueuePair::push(block::Tag tag, block::Request& request) {
    Task& task = tasks_[tag];
    task.buffers.map(kernel_.dma(), request);
    task.timeline = &request.timeline;
    timelines_.bind(timeline_slot(tag), request.timeline);
    kernel_.spend(os::Cost::descriptor);

    const MutexGuard guard(*submission_lock_);
    wait_for_room();
    requests_.start(index_, tag, request);
    ++awaited_;
    submissions_.push(make_task(request, tag, task.buffers));
    unrung_.push_back(tag);
}

void QueuePair::wait_for_room() {
    if (submissions_.full()) {
        // The card makes room only if it knows what there is.
        write_tail();
        waits_for_room_ = true;
        room_->wait_event([this] { return !submissions_.full(); });
        waits_for_room_ = false;
    }
}

void QueuePair::ring_doorbell() {
    const MutexGuard guard(*submission_lock_);
    write_tail();
}

void QueuePair::write_tail() {
    if (unrung_.empty()) {
        return;
    }
    const SimTime now = kernel_.now();
    for (const block::Tag tag : unrung_) {
        if (Timeline* timeline = tasks_[tag].timeline) {
            timeline->stamp(Moment::h2c_doorbell, now);
        }
    }
    unrung_.clear();
    registers_.set_submission_tail(index_, submissions_.tail());
}

bool QueuePair::reap(SimTime entered) {
    bool any = false;
    while (completions_.has_entry()) {
        std::array<Entry, block::RequestQueue::max_batch> entries;
        const std::size_t count = take_batch(entries);
        serve(std::span(entries).first(count), entered);
        any = true;
    }
    return any;
}

std::size_t QueuePair::take_batch(std::span<Entry> entries) {
    const os::IrqSaveGuard guard(*completion_lock_);
    std::size_t count = 0;
    while (count < entries.size()) {
        const std::optional<Entry> entry = completions_.take();
        if (!entry) {
            break;
        }
        kernel_.spend(os::Cost::list_operation);
        entries[count++] = *entry;
    }
    if (count > 0) {  // else another CPU was faster
        submissions_.set_head(entries[count - 1].sq_head);
        registers_.set_completion_head(index_, completions_.head());
        if (waits_for_room_) {
            room_->wake_up();
        }
    }
    return count;
}

void QueuePair::serve(std::span<const Entry> entries, SimTime entered) {
    const SimTime looked = kernel_.now();
    std::array<block::Answer, block::RequestQueue::max_batch> answers;
    std::size_t count = 0;
    for (const Entry& entry : entries) {
        if (entry.tag >= tasks_.size()) {
            throw SimulationError("engine_array: queue pair " + std::to_string(index_) +
                                  " has no tag " + std::to_string(entry.tag));
        }
        Task& task = tasks_[entry.tag];
        if (task.timeline != nullptr) {
            task.timeline->stamp(Moment::c2h_interrupt, seen_at(*task.timeline, entered, looked));
            timelines_.release(timeline_slot(entry.tag));
            task.timeline = nullptr;
            --awaited_;
        }
        task.buffers.unmap(kernel_.dma());
        answers[count++] = {entry.tag, status_of(entry)};
    }
    requests_.complete(index_, std::span(answers).first(count));
}

void QueuePair::abandon(block::Tag tag) {
    timelines_.release(timeline_slot(tag));
    tasks_[tag].timeline = nullptr;
    --awaited_;
}

}  // namespace lookaside::drivers::engine_array
