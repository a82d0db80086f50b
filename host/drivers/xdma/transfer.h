// SPDX-License-Identifier: Apache-2.0
// What an XDMA engine moves: scatter entries, transfers and who hears about their progress.
#pragma once

#include <cstdint>

#include "base/units.h"

namespace lookaside::drivers::xdma {

enum class Direction : std::uint8_t { h2c, c2h };

/// How a DMA request ended.
enum class DmaStatus : std::uint8_t {
    ok,
    failed,     // the engine reported an error or stopped short [-EIO]
    timed_out,  // no completion in time; the engine was stopped [-ETIMEDOUT]
    busy,       // the descriptor ring has no room [-EBUSY]
};

/// One contiguous piece of a scatter list: `length` bytes between a bus and an AXI address.
struct Segment {
    std::uint64_t bus = 0;
    std::uint64_t axi = 0;
    std::uint32_t length = 0;  // 1..2^28-1
};

/// Hears the two moments of a transfer that only the engine sees. Called with the engine's lock
/// held or from its interrupt handler; must not block.
class TransferObserver {
  public:
    virtual ~TransferObserver() = default;
    /// The run bit is about to be written.
    virtual void doorbell(SimTime now) = 0;
    /// The completion handler was entered, or the poller saw the write-back. May come again for
    /// the same transfer; the last call counts.
    virtual void completion_seen(SimTime now) = 0;
};

/// A run of descriptors in the ring.
struct DescriptorBlock {
    std::uint32_t first = 0;  // index of the first one
    std::uint32_t count = 0;
    std::uint64_t bus = 0;       // address of the first one
    std::uint32_t adjacent = 0;  // descriptors adjacent to the first (register 0x88)
};

enum class TransferState : std::uint8_t { idle, submitted, completed, failed, aborted };

/// Hears the end of a transfer for which nobody sleeps. Called with the engine's lock held and
/// interrupts off.
class TransferOwner {
  public:
    virtual ~TransferOwner() = default;
    virtual void transfer_ended(DmaStatus status) = 0;
};

/// What one run of the engine moves; never wraps around the descriptor ring.
struct Transfer {
    DescriptorBlock block;
    TransferState state = TransferState::idle;
    TransferObserver* observer = nullptr;
    TransferOwner* owner = nullptr;  // none: a sleeper waits for `state` to change
};

}  // namespace lookaside::drivers::xdma
