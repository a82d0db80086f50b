// SPDX-License-Identifier: Apache-2.0
// Transmitter's half of the Ack/Nak protocol: numbers TLPs and keeps them until acknowledged.
#pragma once

#include "models/base/ring.h"
#include "models/pcie/dllp.h"
#include "models/pcie/tlp_pool.h"

namespace lookaside::pcie {

class ReplayBuffer {
  public:
    struct Entry {
        TlpPtr tlp;
        Sequence sequence = 0;
        Bytes wire_bytes = 0;
    };

    explicit ReplayBuffer(Bytes capacity) : capacity_(capacity) {}

    /// Room for a TLP of this size, and no more than 2047 sequence numbers in flight.
    bool accepts(Bytes wire_bytes) const {
        return used_ + wire_bytes <= capacity_ && entries_.size() < 2047;
    }
    /// Keeps a TLP that is sent for the first time; returns its sequence number.
    Sequence store(TlpPtr tlp, Bytes wire_bytes) {
        const Sequence sequence = next_;
        next_ = next_sequence(next_);
        used_ += wire_bytes;
        entries_.push_back({std::move(tlp), sequence, wire_bytes});
        return sequence;
    }
    /// Drops everything up to `sequence`. True if that was something.
    bool acknowledge(Sequence sequence) {
        bool progress = false;
        while (!entries_.empty() && not_after(entries_.front().sequence, sequence)) {
            used_ -= entries_.front().wire_bytes;
            entries_.front().tlp = {};
            entries_.pop();
            progress = true;
            if (replay_at_ > 0) {
                --replay_at_;
            }
        }
        return progress;
    }

    /// Everything kept goes again, oldest first, before anything new.
    void start_replay() {
        replay_at_ = 0;
        replaying_ = !entries_.empty();
    }
    bool replaying() const { return replaying_ && replay_at_ < entries_.size(); }
    const Entry& next_replay() { return entries_[replay_at_]; }
    void replayed() { replaying_ = ++replay_at_ < entries_.size(); }

    bool empty() const { return entries_.empty(); }
    std::size_t size() const { return entries_.size(); }
    Bytes used() const { return used_; }
    Bytes capacity() const { return capacity_; }

  private:
    Bytes capacity_;
    Bytes used_ = 0;
    Sequence next_ = 0;
    Ring<Entry> entries_;
    std::size_t replay_at_ = 0;
    bool replaying_ = false;
};

}  // namespace lookaside::pcie
