// SPDX-License-Identifier: Apache-2.0
// Reads submission entries from the rings in host memory, several at a time.
#pragma once

#include <array>
#include <functional>
#include <vector>

#include "models/array/queue_pair.h"
#include "models/array/rule_book.h"
#include "models/pcie/requester.h"

namespace lookaside::array {

/// One read a queue pair may be outstanding.
class TaskFetcher : private pcie::RequesterClient, private pcie::ReadClient {
  public:
    /// `arrived` is called after entries of a queue pair have come.
    TaskFetcher(pcie::Requester& requester, QueuePairs& queues, unsigned entries_ahead,
                RuleBook& rules, std::function<void()> arrived);

    /// The card serves rings, or does not begin anything new.
    void enable(bool on);
    /// A doorbell rang, or entries were taken.
    void look() { requester_.request(client_); }

    std::uint64_t reads() const { return reads_; }
    void reset_counts() { reads_ = 0; }

  private:
    struct Fetch {
        bool outstanding = false;
        pcie::ReadTag tag = 0;
        std::uint32_t count = 0;
        std::vector<std::uint8_t> bytes;
    };

    pcie::Turn take_turn() override;
    void read_data(pcie::ReadTag tag, Bytes offset, std::span<const std::uint8_t> data,
                   bool last) override;
    void read_failed(pcie::ReadTag tag, pcie::CompletionStatus status) override;
    std::uint32_t entries_now(unsigned queue) const;
    unsigned queue_of(pcie::ReadTag tag) const;

    pcie::Requester& requester_;
    QueuePairs& queues_;
    const unsigned entries_ahead_;
    RuleBook& rules_;
    std::function<void()> arrived_;
    std::size_t client_;
    std::vector<Fetch> fetches_;  // by queue pair
    bool enabled_ = false;
    unsigned turn_ = 0;  // queue pair that is asked first
    std::uint64_t reads_ = 0;
};

}  // namespace lookaside::array
