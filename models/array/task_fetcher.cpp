// SPDX-License-Identifier: Apache-2.0
#include "models/array/task_fetcher.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace lookaside::array {

using datasheet::engine_array::Task;

namespace {

constexpr std::uint32_t entries_in_page = 4096 / sizeof(Task);

}  // namespace

TaskFetcher::TaskFetcher(pcie::Requester& requester, QueuePairs& queues, unsigned entries_ahead,
                         RuleBook& rules, std::function<void()> arrived)
    : requester_(requester),
      queues_(queues),
      entries_ahead_(entries_ahead),
      rules_(rules),
      arrived_(std::move(arrived)),
      client_(requester.add(*this)),
      fetches_(queues.size()) {}

void TaskFetcher::enable(bool on) {
    enabled_ = on;
    look();
}

/// How many entries the queue pair's next read may ask for.
std::uint32_t TaskFetcher::entries_now(unsigned queue) const {
    const QueuePair& pair = *queues_[queue];
    if (fetches_[queue].outstanding || pair.fetched.size() >= entries_ahead_) {
        return 0;
    }
    const std::uint32_t next = pair.sq_next();
    const auto room = static_cast<std::uint32_t>(entries_ahead_ - pair.fetched.size());
    const auto in_read =
        static_cast<std::uint32_t>(requester_.endpoint().max_read_request_size() / sizeof(Task));
    return std::min({pair.entries_to_fetch(), room, std::max(1U, in_read), pair.ring_size - next,
                     entries_in_page - next % entries_in_page});
}

pcie::Turn TaskFetcher::take_turn() {
    if (!enabled_) {
        return pcie::Turn::nothing;
    }
    for (unsigned i = 0; i < queues_.size(); ++i) {
        const unsigned queue = (turn_ + i) % static_cast<unsigned>(queues_.size());
        QueuePair& pair = *queues_[queue];
        if (pair.entries_to_fetch() == 0) {
            continue;
        }
        const std::uint32_t count = entries_now(queue);
        if (count == 0) {
            continue;
        }
        const auto tag = requester_.read(*this, pair.sq_base + pair.sq_next() * sizeof(Task),
                                         count * sizeof(Task));
        if (!tag) {
            return pcie::Turn::refused;
        }
        Fetch& fetch = fetches_[queue];
        fetch.outstanding = true;
        fetch.tag = *tag;
        fetch.count = count;
        fetch.bytes.resize(count * sizeof(Task));
        pair.entries_requested(count);
        turn_ = queue + 1;
        ++reads_;
        return pcie::Turn::sent;
    }
    return pcie::Turn::nothing;
}

unsigned TaskFetcher::queue_of(pcie::ReadTag tag) const {
    const auto fetch = std::find_if(fetches_.begin(), fetches_.end(), [tag](const Fetch& each) {
        return each.outstanding && each.tag == tag;
    });
    return static_cast<unsigned>(fetch - fetches_.begin());
}

void TaskFetcher::read_data(pcie::ReadTag tag, Bytes offset, std::span<const std::uint8_t> data,
                            bool last) {
    const unsigned queue = queue_of(tag);
    Fetch& fetch = fetches_[queue];
    std::copy(data.begin(), data.end(), fetch.bytes.begin() + static_cast<std::ptrdiff_t>(offset));
    if (!last) {
        return;
    }
    fetch.outstanding = false;
    QueuePair& pair = *queues_[queue];
    pair.entries_arrived(fetch.count);
    for (std::size_t i = 0; i < fetch.count; ++i) {
        std::memcpy(static_cast<void*>(&pair.fetched.push()), fetch.bytes.data() + i * sizeof(Task),
                    sizeof(Task));
    }
    arrived_();
    look();
}

void TaskFetcher::read_failed(pcie::ReadTag tag, pcie::CompletionStatus /*status*/) {
    const unsigned queue = queue_of(tag);
    fetches_[queue].outstanding = false;
    queues_[queue]->entries_arrived(fetches_[queue].count);
    rules_.broken("queue pair " + std::to_string(queue) +
                  ": its submission ring could not be read; tasks are lost");
}

}  // namespace lookaside::array
