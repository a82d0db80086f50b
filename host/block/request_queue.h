// SPDX-License-Identifier: Apache-2.0
// The block layer between submitters and a driver (Linux blk-mq): tags, completion, time-outs.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "host/block/block_device.h"
#include "host/block/hardware_context.h"
#include "host/os/kernel.h"

namespace lookaside::block {

/// What the queue asks of a driver (struct blk_mq_ops). Contexts are the device's queue pairs.
class QueueDriver {
  public:
    virtual ~QueueDriver() = default;
    /// Puts a request before the device and calls RequestQueue::start() for it first [queue_rq].
    /// Process context, may sleep.
    virtual void queue_request(unsigned context, Tag tag, Request& request) = 0;
    /// No more follow for now [commit_rqs]. Process context.
    virtual void commit_requests(unsigned context) = 0;
    /// Looks for answers that no interrupt has told of. Softirq.
    virtual void reap(unsigned context) = 0;
    /// The request of this tag goes back to its owner although the device has not answered and may
    /// still do. Softirq.
    virtual void abandon(unsigned context, Tag tag) = 0;
};

/// The device's answer for a tag.
struct Answer {
    Tag tag = 0;
    Status status = Status::ok;
};

struct QueueParameters {
    std::string name = "block";
    unsigned contexts = 1;
    unsigned tags = 1;  // of each context
    /// Of a request, from start(). 30 s in Linux.
    Picoseconds timeout = 30'000_ms;
    /// The CPU of context 0; the others follow. A submitter uses its CPU's context; where there
    /// are fewer contexts than CPUs, several CPUs share one.
    os::CpuId first_cpu = 0;
};

/// A request that the device did not answer for in time.
struct TimedOut {
    unsigned context = 0;
    Tag tag = 0;
    Operation operation = Operation::hash;
    std::uint32_t sector = 0;
    SimTime at{0};
};

class RequestQueue {
  public:
    /// Most answers that complete() takes at a time.
    static constexpr std::size_t max_batch = 64;
    /// So many requests are handed on at the latest (BLK_MAX_REQUEST_COUNT, the length of Linux's
    /// plug list).
    static constexpr unsigned plug_length = 32;

    RequestQueue(os::Kernel& kernel, QueueDriver& driver, const QueueParameters& parameters);
    RequestQueue(const RequestQueue&) = delete;
    RequestQueue& operator=(const RequestQueue&) = delete;

    /// Process context; sleeps until its CPU's context has a tag. Stamps `queued` and
    /// `dispatched`.
    void submit(Request& request);
    /// Gives a request back that never had a tag.
    void refuse(Request& request, Status status);
    /// Hands on what submit() of this CPU has queued. Process context.
    void commit();

    /// For the driver: the request counts as in flight and its time-out runs.
    void start(unsigned context, Tag tag, Request& request);
    /// For the driver: calls the owners back and frees the tags. Any context. Stamps `completed`
    /// and `callback`. Throws SimulationError for a tag that is not in flight.
    void complete(unsigned context, std::span<const Answer> answers);

    unsigned depth() const;
    /// In the order in which they were noticed.
    const std::vector<TimedOut>& timed_out() const { return timed_out_; }
    /// Answers that came after the time-out.
    std::uint64_t late_answers() const { return late_answers_; }

  private:
    unsigned context_of_caller() const;
    void commit(unsigned context);
    void finish(Request& request, Status status);
    void arm(SimTime deadline);
    void expire();
    void expire(unsigned context);

    os::Kernel& kernel_;
    QueueDriver& driver_;
    QueueParameters parameters_;
    std::vector<std::unique_ptr<HardwareContext>> contexts_;
    std::unique_ptr<os::Timer> timer_;
    bool timer_armed_ = false;
    std::vector<TimedOut> timed_out_;
    std::uint64_t late_answers_ = 0;
};

}  // namespace lookaside::block
