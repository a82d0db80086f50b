// SPDX-License-Identifier: Apache-2.0
// What one queue pair of the device has in flight (Linux blk_mq_hw_ctx).
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "host/block/block_device.h"
#include "host/block/tag_set.h"
#include "host/os/kernel.h"

namespace lookaside::block {

/// A started request belongs to its slot until exactly one claims it: the completion or the
/// time-out.
class HardwareContext {
  public:
    HardwareContext(os::Kernel& kernel, const std::string& name, unsigned tags);

    TagSet& tags() { return tags_; }

    /// The holder of a tag hands its request over; from now on it may be claimed.
    void start(Tag tag, Request& request, SimTime deadline);
    /// What became of a tag the device has answered for.
    struct Claim {
        Request* request = nullptr;  // none: its time-out came first
        bool lost = false;           // ... and the tag is to be found
    };
    /// Throws SimulationError if the tag is not in flight.
    Claim claim(Tag tag);
    /// The first request, by tag, whose deadline is not after `now`: its tag is lost.
    struct Expired {
        Tag tag;
        Request* request;
    };
    std::optional<Expired> claim_expired(SimTime now);
    /// Earliest deadline of what is in flight.
    std::optional<SimTime> earliest_deadline() const;

    /// To be held around the claim calls.
    os::SpinLock& lock() { return *lock_; }

    /// Counts the requests that the driver has queued and not been told to hand on.
    unsigned count_uncommitted() { return ++uncommitted_; }
    void forget_uncommitted() { uncommitted_ = 0; }

  private:
    struct Slot {
        std::atomic<Request*> request{nullptr};
        SimTime deadline{0};
        bool lost = false;
    };

    std::string name_;
    TagSet tags_;
    std::unique_ptr<os::SpinLock> lock_;  // of claims
    std::vector<Slot> slots_;             // by tag
    std::atomic<unsigned> uncommitted_{0};
};

}  // namespace lookaside::block
