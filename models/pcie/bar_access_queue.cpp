// SPDX-License-Identifier: Apache-2.0
// Serves the host's accesses to one BAR, in order.
#include "models/pcie/bar_access_queue.h"

#include <algorithm>

namespace lookaside::pcie {

namespace {

/// Calls visit(first, count) for each piece of [offset, offset + length) within an aligned word.
template <typename Visitor>
void for_each_word(Bytes offset, Bytes length, Visitor&& visit) {
    for (Bytes done = 0; done < length;) {
        const Bytes piece = std::min<Bytes>(length - done, 4 - (offset + done) % 4);
        visit(done, piece);
        done += piece;
    }
}

}  // namespace

BarAccessQueue::BarAccessQueue(Agenda& agenda, const ClockDomain& clock, Endpoint& endpoint,
                               BarTarget& target, Cycles read_cycles, Cycles write_cycles)
    : agenda_(agenda),
      clock_(clock),
      endpoint_(endpoint),
      target_(target),
      read_cycles_(read_cycles),
      write_cycles_(write_cycles),
      due_(agenda, AlarmPriority::completion, [this] { front_due(); }) {}

void BarAccessQueue::write(Bytes offset, std::span<const std::uint8_t> data) {
    for_each_word(offset, data.size(), [&](Bytes first, Bytes count) {
        const auto piece = data.subspan(first, count);
        if (write_cycles_ == 0 && queue_.empty()) {
            target_.write(offset + first, piece);
            return;
        }
        Access& access = queue_.push();
        access.is_read = false;
        access.offset = offset + first;
        access.data.assign(piece.begin(), piece.end());
        if (queue_.size() == 1) {
            begin_front();
        }
    });
}

void BarAccessQueue::read(const BarRead& request) {
    Access& access = queue_.push();
    access.is_read = true;
    access.request = request;
    access.offset = request.offset;
    access.data.assign(request.length, 0);
    if (queue_.size() == 1) {
        begin_front();
    }
}

void BarAccessQueue::begin_front() {
    const Cycles cycles = queue_.front().is_read ? read_cycles_ : write_cycles_;
    due_.arm(clock_.edge_after(agenda_.now(), cycles));
}

void BarAccessQueue::front_due() {
    Access& access = queue_.front();
    if (!access.is_read) {
        target_.write(access.offset, access.data);
        finish_front();
    } else if (answering_) {
        answering_ = false;
        finish_front();
    } else {
        perform_read(access);
    }
}

void BarAccessQueue::perform_read(Access& access) {
    answer_ = CompletionStatus::successful;
    Picoseconds delay{0};
    for_each_word(access.offset, access.data.size(), [&](Bytes first, Bytes count) {
        if (answer_ == CompletionStatus::successful) {
            answer_ = target_.read(access.offset + first,
                                   std::span(access.data).subspan(first, count), delay);
        }
    });
    if (delay > Picoseconds{0}) {
        answering_ = true;
        due_.arm_in(delay);
    } else {
        finish_front();
    }
}

void BarAccessQueue::finish_front() {
    const Access& access = queue_.front();
    if (access.is_read) {
        const bool good = answer_ == CompletionStatus::successful;
        endpoint_.complete(
            access.request,
            good ? std::span<const std::uint8_t>(access.data) : std::span<const std::uint8_t>(),
            answer_);
    }
    queue_.pop();
    if (!queue_.empty()) {
        begin_front();
    }
}

}  // namespace lookaside::pcie
