// SPDX-License-Identifier: Apache-2.0
#include "host/block/request_queue.h"

#include <algorithm>
#include <array>
#include <optional>

namespace lookaside::block {

RequestQueue::RequestQueue(os::Kernel& kernel, QueueDriver& driver,
                           const QueueParameters& parameters)
    : kernel_(kernel),
      driver_(driver),
      parameters_(parameters),
      timer_(kernel.make_timer(parameters.name + ".timeout", [this] { expire(); })) {
    for (unsigned i = 0; i < parameters.contexts; ++i) {
        contexts_.push_back(std::make_unique<HardwareContext>(
            kernel, parameters.name + ".queue" + std::to_string(i), parameters.tags));
    }
}

unsigned RequestQueue::depth() const {
    return parameters_.contexts * parameters_.tags;
}

unsigned RequestQueue::context_of_caller() const {
    const unsigned cpus = kernel_.cpu_count();
    const unsigned place = (kernel_.this_cpu() + cpus - parameters_.first_cpu % cpus) % cpus;
    return place % parameters_.contexts;
}

void RequestQueue::submit(Request& request) {
    const unsigned context = context_of_caller();
    kernel_.spend(os::Cost::block_submit);
    request.timeline.stamp(Moment::queued, kernel_.now());
    TagSet& tags = contexts_[context]->tags();
    std::optional<Tag> tag = tags.try_acquire();
    if (!tag) {
        // What is held back must reach the device first: it may be what the tags hang on.
        commit(context);
        tag = tags.acquire();
    }
    request.timeline.stamp(Moment::dispatched, kernel_.now());
    if (!tag) {
        refuse(request, Status::io_error);
        return;
    }
    driver_.queue_request(context, *tag, request);
    if (contexts_[context]->count_uncommitted() == plug_length) {
        commit(context);
    }
}

void RequestQueue::refuse(Request& request, Status status) {
    request.timeline.stamp(Moment::completed, kernel_.now());
    finish(request, status);
}

void RequestQueue::commit() {
    commit(context_of_caller());
}

void RequestQueue::commit(unsigned context) {
    contexts_[context]->forget_uncommitted();
    driver_.commit_requests(context);
}

void RequestQueue::start(unsigned context, Tag tag, Request& request) {
    const SimTime deadline = kernel_.now() + parameters_.timeout;
    contexts_[context]->start(tag, request, deadline);
    if (!timer_armed_) {
        arm(deadline);
    }
}

void RequestQueue::complete(unsigned context, std::span<const Answer> answers) {
    HardwareContext& hardware = *contexts_[context];
    std::array<HardwareContext::Claim, max_batch> claims;
    {
        const os::IrqSaveGuard guard(hardware.lock());
        for (std::size_t i = 0; i < answers.size(); ++i) {
            claims.at(i) = hardware.claim(answers[i].tag);
        }
    }
    const SimTime now = kernel_.now();
    std::array<Tag, max_batch> free;
    std::size_t count = 0;
    for (std::size_t i = 0; i < answers.size(); ++i) {
        if (claims[i].lost) {
            ++late_answers_;
            hardware.tags().find(answers[i].tag);
            continue;
        }
        claims[i].request->timeline.stamp(Moment::completed, now);
        finish(*claims[i].request, answers[i].status);
        free[count++] = answers[i].tag;
    }
    // All at once, as blk_mq_end_request_batch().
    hardware.tags().release(std::span(free).first(count));
}

void RequestQueue::finish(Request& request, Status status) {
    kernel_.spend(os::Cost::block_complete);
    request.timeline.stamp(Moment::callback, kernel_.now());
    kernel_.spend(os::Cost::callback);
    request.complete(status);
}

/// The timer is never set back when a request completes: that would cost more than time-outs are
/// worth. It finds nothing expired then, and is set to what is in flight by then.
void RequestQueue::arm(SimTime deadline) {
    timer_armed_ = true;
    timer_->mod_timer(deadline);
}

void RequestQueue::expire() {
    timer_armed_ = false;
    std::optional<SimTime> next;
    for (unsigned context = 0; context < contexts_.size(); ++context) {
        expire(context);
        if (const auto deadline = contexts_[context]->earliest_deadline()) {
            next = std::min(next.value_or(*deadline), *deadline);
        }
    }
    if (next && !timer_armed_) {
        arm(*next);
    }
}

void RequestQueue::expire(unsigned context) {
    HardwareContext& hardware = *contexts_[context];
    const SimTime now = kernel_.now();
    const std::optional<SimTime> earliest = hardware.earliest_deadline();
    if (!earliest || *earliest > now) {
        return;
    }
    // Perhaps only the interrupt was lost.
    driver_.reap(context);
    for (;;) {
        std::optional<HardwareContext::Expired> expired;
        {
            const os::IrqSaveGuard guard(hardware.lock());
            expired = hardware.claim_expired(now);
            if (!expired) {
                return;
            }
            driver_.abandon(context, expired->tag);
            hardware.tags().lose();
        }
        Request& request = *expired->request;
        timed_out_.push_back({context, expired->tag, request.operation, request.sector, now});
        request.timeline.stamp(Moment::completed, kernel_.now());
        finish(request, Status::timed_out);
    }
}

}  // namespace lookaside::block
