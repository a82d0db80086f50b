// SPDX-License-Identifier: Apache-2.0
// One thread that keeps a number of block requests in flight.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/random.h"
#include "host/block/block_device.h"
#include "host/os/kernel.h"
#include "host/workloads/block_exercise.h"
#include "host/workloads/block_parameters.h"
#include "host/workloads/block_region.h"
#include "host/workloads/request_counters.h"
#include "host/workloads/request_sink.h"

namespace lookaside::workloads {

/// What the jobs of a workload share.
struct BlockContext {
    os::Kernel& kernel;
    block::Device& device;
    RequestSink& sink;
    const BlockParameters& parameters;
    std::span<const std::uint8_t> key;
    block::KeyHandle key_handle = 0;
    /// One more request may be made.
    std::function<bool()> take_ticket;
    /// Called in a job's thread when its last request is back.
    std::function<void()> on_finished;
};

/// All buffers are allocated at the start. The thread submits what is missing in one go, tells the
/// device, and sleeps until something is back: it wakes once for all requests that come back
/// together.
class BlockJob {
  public:
    /// Starts the thread. Throws InputError if the device is too small.
    BlockJob(const BlockContext& context, unsigned number);
    BlockJob(const BlockJob&) = delete;
    BlockJob& operator=(const BlockJob&) = delete;

    /// Makes no more requests. From anywhere; the thread notices when something comes back.
    void stop() { stopping_ = true; }

    const RequestCounters& counters() const { return counters_; }

  private:
    struct Slot : BlockSlot {
        SimTime accepted = Timeline::never;  // submit() returned
        bool finished = false;               // the callback came
        block::Status status = block::Status::ok;
    };

    void run();
    void top_up();
    void wait();
    void submit(Slot& slot);
    void give_buffers(Slot& slot);
    void on_callback(Slot& slot, block::Status status);
    void finish(Slot& slot);
    void judge(const Slot& slot);
    unsigned draw_priority();
    std::uint64_t in_flight() const { return counters_.in_flight(); }

    BlockContext context_;
    unsigned number_;
    Random random_;
    BlockRegion region_;
    std::unique_ptr<BlockExercise> exercise_;
    std::deque<Slot> slots_;  // stable addresses
    std::vector<Slot*> idle_;
    unsigned priority_weights_ = 0;  // their sum
    bool stopping_ = false;
    bool out_of_tickets_ = false;
    bool asleep_ = false;
    std::uint64_t awaited_ = 0;  // completions to sleep for
    RequestCounters counters_;
    std::unique_ptr<os::WaitQueue> wait_queue_;
    std::unique_ptr<os::KThread> thread_;
};

}  // namespace lookaside::workloads
