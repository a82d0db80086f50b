// SPDX-License-Identifier: Apache-2.0
#include "models/array/result_writer.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace lookaside::array {

using datasheet::engine_array::Completion;

ResultWriter::ResultWriter(pcie::Requester& requester, QueuePairs& queues, TaskStamps& stamps,
                           std::function<void(TaskSlot&)> written)
    : requester_(requester),
      queues_(queues),
      stamps_(stamps),
      written_(std::move(written)),
      client_(requester.add(*this)) {}

void ResultWriter::choose() {
    for (unsigned i = 0; i < queues_.size(); ++i) {
        const unsigned queue = (turn_ + i) % static_cast<unsigned>(queues_.size());
        QueuePair& pair = *queues_[queue];
        if (!pair.finished.empty() && pair.has_room()) {
            current_ = pair.finished.pop_front();
            sent_ = 0;
            turn_ = queue + 1;
            return;
        }
    }
}

pcie::Turn ResultWriter::take_turn() {
    if (current_ == nullptr) {
        choose();
    }
    if (current_ == nullptr) {
        return pcie::Turn::nothing;
    }
    return sent_ < current_->result_length ? write_piece() : write_entry();
}

pcie::Turn ResultWriter::write_piece() {
    const std::uint64_t address = current_->task.result + sent_;
    const Bytes length =
        std::min<Bytes>({current_->result_length - sent_, requester_.endpoint().max_payload_size(),
                         4096 - address % 4096});
    if (!requester_.write(address, current_->result().subspan(sent_, length))) {
        return pcie::Turn::refused;
    }
    if (sent_ == 0) {
        stamps_.stamp(*current_, Moment::c2h_first_data);
    }
    sent_ += static_cast<std::uint32_t>(length);
    return pcie::Turn::sent;
}

pcie::Turn ResultWriter::write_entry() {
    TaskSlot& slot = *current_;
    QueuePair& pair = *queues_[slot.queue];
    Completion entry;
    entry.tag = slot.task.tag;
    entry.status = static_cast<std::uint8_t>(slot.status);
    entry.phase = pair.phase();
    entry.result_length = slot.result_length;
    entry.sq_head = static_cast<std::uint16_t>(pair.sq_head());
    entry.engine_device = static_cast<std::uint16_t>(slot.worker);
    std::array<std::uint8_t, sizeof entry> bytes;
    std::memcpy(bytes.data(), &entry, sizeof entry);
    if (!requester_.write(pair.cq_entry_address(), bytes)) {
        return pcie::Turn::refused;
    }
    stamps_.stamp(slot, Moment::c2h_last_data);
    current_ = nullptr;
    pair.entry_written();
    written_(slot);
    return pcie::Turn::sent;
}

}  // namespace lookaside::array
