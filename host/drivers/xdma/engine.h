// SPDX-License-Identifier: Apache-2.0
// One XDMA channel as software drives it: the submission and service paths of the vendor's driver.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "host/drivers/xdma/async_request.h"
#include "host/drivers/xdma/channel_registers.h"
#include "host/drivers/xdma/completion_policy.h"
#include "host/drivers/xdma/descriptor_ring.h"
#include "host/drivers/xdma/transfer.h"
#include "host/os/kernel.h"

namespace lookaside::drivers::xdma {

/// Queues transfers and runs them one at a time: each ends with a Stop descriptor, and the service
/// path starts the next. As in the vendor's driver only one synchronous request makes progress
/// (mutex); asynchronous ones queue up behind each other.
class XdmaEngine {
  public:
    /// Process context: reads the channel's alignment register.
    XdmaEngine(os::Kernel& kernel, os::Mmio& config_bar, Direction direction, unsigned channel);
    XdmaEngine(const XdmaEngine&) = delete;
    XdmaEngine& operator=(const XdmaEngine&) = delete;

    /// Sets how completions are noticed and programs the channel for it. Before the first transfer.
    void use(CompletionPolicy& policy);

    /// Moves all segments and sleeps until that is done; process context only. `timeout` covers
    /// each run of the engine (at most the descriptor ring); 0 waits for ever.
    DmaStatus submit(std::span<const Segment> segments, Picoseconds timeout,
                     TransferObserver* observer = nullptr);
    /// Queues all segments and returns; `request` hears the end. `busy` if the ring has no room:
    /// nothing is queued then and the request is not called. Does not sleep.
    DmaStatus submit_nowait(AsyncRequest& request, std::span<const Segment> segments);
    /// Gives up on a request in flight: stops the engine, tells the request `timed_out`, and goes
    /// on with the transfers behind it. Nothing happens if the request has ended.
    void abort(AsyncRequest& request);

    const std::string& name() const { return name_; }
    Direction direction() const { return direction_; }
    unsigned channel() const { return channel_; }

    // For the completion policy.

    os::SpinLock& lock() { return *lock_; }
    ChannelRegisters& registers() { return registers_; }
    /// A transfer runs or waits to.
    bool has_transfers() const { return !transfers_.empty(); }
    /// The policy noticed a completion event.
    void completion_seen();
    /// Looks at what the hardware has finished, ends those transfers and starts the next. With a
    /// write-back word no register is read. The caller holds lock().
    void service(std::optional<std::uint32_t> write_back);

  private:
    DmaStatus run_chunk(std::span<const Segment> segments, Picoseconds timeout,
                        TransferObserver* observer);
    void prepare(Transfer& transfer, std::span<const Segment> segments);
    void queue(Transfer& transfer);
    void start();
    void stop();
    void end_head(TransferState state, DmaStatus status);
    void drop(Transfer& transfer);
    void resume();

    os::Kernel& kernel_;
    Direction direction_;
    unsigned channel_;
    std::string name_;
    ChannelRegisters registers_;
    CompletionPolicy* policy_ = nullptr;

    std::unique_ptr<os::Mutex> descriptor_mutex_;  // one synchronous request at a time
    std::unique_ptr<os::SpinLock> lock_;           // guards everything below
    std::unique_ptr<os::WaitQueue> sleeper_;
    DescriptorRing ring_;
    std::deque<Transfer*> transfers_;  // submitted ones; the engine runs the first
    bool running_ = false;
};

}  // namespace lookaside::drivers::xdma
