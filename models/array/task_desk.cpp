// SPDX-License-Identifier: Apache-2.0
#include "models/array/task_desk.h"

#include <algorithm>

#include "models/array/device_task.h"

namespace lookaside::array {

using datasheet::engine_array::Opcode;
using datasheet::engine_array::TaskStatus;

TaskDesk::TaskDesk(const ArrayParameters& parameters, const Shared& shared, CentralBuffer& buffer)
    : shared_(shared),
      buffer_(buffer),
      waiting_limit_(DepthRule(parameters).waiting_limit),
      stripes_(Geometry(parameters)),
      fetcher_(shared.requester, shared.queues, parameters.task_fetch, shared.rules,
               [this] { admit_all(); }),
      payloads_(shared.requester, parameters.outstanding_reads, shared.stamps, *this),
      writer_(shared.requester, shared.queues, shared.stamps,
              [this](TaskSlot& slot) { completion_written(slot); }) {}

void TaskDesk::waiting_changed(int by) {
    waiting_ += static_cast<std::uint32_t>(by);
    if (by < 0 && waiting_limit_ != TaskSlot::none) {
        admit_all();
    }
}

void TaskDesk::admit_all() {
    if (admitting_) {
        return;  // the loop below sees what changed
    }
    admitting_ = true;
    const auto count = static_cast<unsigned>(shared_.queues.size());
    bool took = false;
    for (unsigned tried = 0; tried < count && may_admit();) {
        const unsigned queue = turn_;
        turn_ = (turn_ + 1) % count;
        if (shared_.queues[queue]->fetched.empty()) {
            ++tried;
        } else {
            tried = 0;
            took = true;
            admit(queue);
        }
    }
    admitting_ = false;
    if (took) {
        fetcher_.look();
    }
}

void TaskDesk::admit(unsigned queue) {
    TaskSlot& slot = buffer_.take();
    slot.task = shared_.queues[queue]->fetched.pop_front();
    slot.queue = static_cast<std::uint8_t>(queue);
    slot.worker = 0;
    slot.unit = TaskSlot::none;
    most_in_use_ = std::max(most_in_use_, buffer_.in_use());
    ++waiting_;
    if (!take_tag(slot) || !shared_.check.passes(slot.task)) {
        refuse(slot);
    } else {
        shared_.stamps.stamp(slot, Moment::admitted);
        fetch_payload(slot);
    }
}

/// False, and a broken rule, if the tag cannot be told from that of another task.
bool TaskDesk::take_tag(TaskSlot& slot) {
    auto& tags = shared_.queues[slot.queue]->tags_in_use;
    slot.owns_tag = slot.task.tag < tags.size() && !tags[slot.task.tag];
    if (slot.owns_tag) {
        tags.set(slot.task.tag);
    } else {
        shared_.rules.broken("queue pair " + std::to_string(slot.queue) + ": tag " +
                             std::to_string(slot.task.tag) +
                             (slot.task.tag < tags.size() ? " is in use twice" : " is too large"));
    }
    return slot.owns_tag;
}

void TaskDesk::fetch_payload(TaskSlot& slot) {
    slot.bytes_wanted = slot.task.payload_length;
    if (slot.opcode() == Opcode::gcm_decrypt) {
        slot.bytes_wanted += crypto::gcm_tag_bytes;
    }
    if (slot.opcode() == Opcode::read) {
        slot.bytes_wanted = 0;
        payload_arrived(slot, false);
    } else {
        payloads_.fetch(slot);
    }
}

void TaskDesk::payload_arrived(TaskSlot& slot, bool failed) {
    if (failed) {
        shared_.rules.broken("queue pair " + std::to_string(slot.queue) + ": the payload of tag " +
                             std::to_string(slot.task.tag) + " could not be read");
        refuse(slot);
        return;
    }
    const auto key = shared_.keys.find(slot.task.key_slot);
    prepare_command(slot, stripes_, key.value_or(std::span<const std::uint8_t>()));
    manager_->submit(slot);
}

void TaskDesk::refuse(TaskSlot& slot) {
    slot.status = TaskStatus::invalid;
    slot.result_length = 0;
    ++refused_;
    waiting_changed(-1);
    task_finished(slot);
}

void TaskDesk::completion_written(TaskSlot& slot) {
    if (slot.owns_tag) {
        shared_.queues[slot.queue]->tags_in_use.reset(slot.task.tag);
    }
    ++completed_;
    buffer_.give_back(slot);
    admit_all();
}

void TaskDesk::reset_counts() {
    completed_ = refused_ = 0;
    most_in_use_ = buffer_.in_use();
}

}  // namespace lookaside::array
