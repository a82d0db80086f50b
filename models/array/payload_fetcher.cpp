// SPDX-License-Identifier: Apache-2.0
#include "models/array/payload_fetcher.h"

#include <algorithm>

namespace lookaside::array {

PayloadFetcher::PayloadFetcher(pcie::Requester& requester, unsigned outstanding_limit,
                               TaskStamps& stamps, PayloadSink& sink)
    : requester_(requester),
      outstanding_limit_(outstanding_limit),
      stamps_(stamps),
      sink_(sink),
      client_(requester.add(*this)) {}

void PayloadFetcher::fetch(TaskSlot& slot) {
    slot.bytes_requested = 0;
    slot.bytes_arrived = 0;
    slot.payload_failed = false;
    requesting_.push_back(&slot);
    requester_.request(client_);
}

pcie::Turn PayloadFetcher::take_turn() {
    if (requesting_.empty() || outstanding_ == outstanding_limit_) {
        return pcie::Turn::nothing;
    }
    TaskSlot& slot = *requesting_.front();
    const std::uint64_t address = slot.task.payload + slot.bytes_requested;
    const auto length = static_cast<std::uint32_t>(
        std::min<Bytes>({slot.bytes_wanted - slot.bytes_requested,
                         requester_.endpoint().max_read_request_size(), 4096 - address % 4096}));
    const auto tag = requester_.read(*this, address, length);
    if (!tag) {
        return pcie::Turn::refused;
    }
    if (*tag >= pieces_.size()) {
        pieces_.resize(*tag + std::size_t{1});
    }
    pieces_[*tag] = {&slot, slot.bytes_requested, length, 0};
    slot.bytes_requested += length;
    ++outstanding_;
    ++reads_;
    if (slot.bytes_requested == slot.bytes_wanted) {
        requesting_.pop();
    }
    return pcie::Turn::sent;
}

void PayloadFetcher::read_data(pcie::ReadTag tag, Bytes offset, std::span<const std::uint8_t> data,
                               bool last) {
    Piece& piece = pieces_[tag];
    TaskSlot& slot = *piece.slot;
    if (slot.bytes_arrived == 0) {
        stamps_.stamp(slot, Moment::h2c_first_data);
    }
    std::copy(data.begin(), data.end(),
              slot.payload().begin() + static_cast<std::ptrdiff_t>(piece.offset + offset));
    piece.arrived += static_cast<std::uint32_t>(data.size());
    if (last) {
        piece_over();
    }
    account(slot, static_cast<std::uint32_t>(data.size()));
}

void PayloadFetcher::read_failed(pcie::ReadTag tag, pcie::CompletionStatus /*status*/) {
    const Piece& piece = pieces_[tag];
    TaskSlot& slot = *piece.slot;
    slot.payload_failed = true;
    piece_over();
    account(slot, piece.length - piece.arrived);
}

void PayloadFetcher::piece_over() {
    --outstanding_;
    if (!requesting_.empty()) {
        requester_.request(client_);
    }
}

void PayloadFetcher::account(TaskSlot& slot, std::uint32_t bytes) {
    slot.bytes_arrived += bytes;
    if (slot.bytes_arrived == slot.bytes_wanted) {
        sink_.payload_arrived(slot, slot.payload_failed);
    }
}

}  // namespace lookaside::array
