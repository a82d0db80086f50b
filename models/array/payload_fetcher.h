// SPDX-License-Identifier: Apache-2.0
// Reads the payload of admitted tasks from host memory into their slots.
#pragma once

#include <vector>

#include "models/array/task_stamps.h"
#include "models/base/ring.h"
#include "models/pcie/requester.h"

namespace lookaside::array {

/// Whoever arrived payloads are reported to.
class PayloadSink {
  public:
    virtual ~PayloadSink() = default;
    /// Whole, or `failed`: some of it could not be read.
    virtual void payload_arrived(TaskSlot& slot, bool failed) = 0;
};

/// Requests go out in order of admission, in pieces of MRRS that do not cross 4 KB; their
/// completions may come in any order.
class PayloadFetcher : private pcie::RequesterClient, private pcie::ReadClient {
  public:
    PayloadFetcher(pcie::Requester& requester, unsigned outstanding_limit, TaskStamps& stamps,
                   PayloadSink& sink);

    /// Fetches slot.bytes_wanted bytes, more than 0.
    void fetch(TaskSlot& slot);

    std::uint64_t reads() const { return reads_; }
    void reset_counts() { reads_ = 0; }

  private:
    struct Piece {
        TaskSlot* slot = nullptr;
        std::uint32_t offset = 0;  // in the payload
        std::uint32_t length = 0;
        std::uint32_t arrived = 0;
    };

    pcie::Turn take_turn() override;
    void read_data(pcie::ReadTag tag, Bytes offset, std::span<const std::uint8_t> data,
                   bool last) override;
    void read_failed(pcie::ReadTag tag, pcie::CompletionStatus status) override;
    void account(TaskSlot& slot, std::uint32_t bytes);
    void piece_over();

    pcie::Requester& requester_;
    const unsigned outstanding_limit_;
    TaskStamps& stamps_;
    PayloadSink& sink_;
    std::size_t client_;
    Ring<TaskSlot*> requesting_;  // not all requests are out
    std::vector<Piece> pieces_;   // by tag
    unsigned outstanding_ = 0;
    std::uint64_t reads_ = 0;
};

}  // namespace lookaside::array
