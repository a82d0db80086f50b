// SPDX-License-Identifier: Apache-2.0
// The tags of one hardware context, and the submitters that wait for one (Linux sbitmap_queue).
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "host/os/kernel.h"

namespace lookaside::block {

/// Names a request towards the device while it is in flight.
using Tag = std::uint16_t;

/// A tag that comes back goes to the submitter that has slept longest, so nobody who comes later
/// overtakes it.
class TagSet {
  public:
    /// Tags 0..tags-1, 1 or more.
    TagSet(os::Kernel& kernel, const std::string& name, unsigned tags);
    TagSet(const TagSet&) = delete;
    TagSet& operator=(const TagSet&) = delete;

    /// A tag, if one is free. Process context.
    std::optional<Tag> try_acquire();
    /// Sleeps until there is a tag. Process context. None: all are lost, and nobody can bring one
    /// back but the device.
    std::optional<Tag> acquire();
    /// Gives tags back. Any context.
    void release(std::span<const Tag> tags);

    /// The device does not answer for one of the tags, and may still. Any context.
    void lose();
    /// It has: this one is free again. Any context.
    void find(Tag tag);

    unsigned size() const { return size_; }
    unsigned lost() const { return lost_; }

  private:
    struct Waiter {
        std::unique_ptr<os::Completion> answered;
        std::optional<Tag> tag;
    };

    std::optional<Tag> take();
    Waiter& idle_waiter();
    void put_back(Tag tag);
    void answer_first(std::optional<Tag> tag);

    os::Kernel& kernel_;
    std::string name_;
    unsigned size_;
    unsigned lost_ = 0;
    std::unique_ptr<os::SpinLock> lock_;
    std::vector<Tag> free_;  // the last one is next: its cache lines are warm
    std::deque<Waiter*> waiting_;
    std::deque<Waiter> waiters_;  // stable addresses; as many as ever waited at once
    std::vector<Waiter*> idle_waiters_;
};

}  // namespace lookaside::block
