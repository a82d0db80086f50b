// SPDX-License-Identifier: Apache-2.0
#include "host/workloads/block_job.h"

#include <algorithm>
#include <numeric>

#include "base/error.h"

namespace lookaside::workloads {

using block::Status;

namespace {

/// As a sink hears it.
crypto_api::Status sink_status(Status status) {
    switch (status) {
        case Status::ok:
            return crypto_api::Status::ok;
        case Status::bad_message:
            return crypto_api::Status::bad_message;
        case Status::timed_out:
            return crypto_api::Status::timed_out;
        case Status::io_error:
        case Status::invalid:
            break;
    }
    return crypto_api::Status::io_error;
}

}  // namespace

BlockJob::BlockJob(const BlockContext& context, unsigned number)
    : context_(context),
      number_(number),
      random_(Random(context.parameters.seed ^ (std::uint64_t{number} + 1) << 32).next()),
      region_(context.parameters, context.device, number),
      exercise_(make_block_exercise(context.parameters, number, context.key)),
      wait_queue_(context.kernel.make_wait_queue("block.job" + std::to_string(number))) {
    const BlockParameters& parameters = context_.parameters;
    priority_weights_ =
        std::accumulate(parameters.priorities.begin(), parameters.priorities.end(), 0U);
    for (unsigned i = 0; i < parameters.depth; ++i) {
        Slot& slot = slots_.emplace_back();
        slot.request.length = parameters.block_size;
        slot.request.key = context_.key_handle;
        slot.request.complete = [this, &slot](Status status) { on_callback(slot, status); };
        give_buffers(slot);
        idle_.push_back(&slot);
    }
    const os::CpuId cpu = (parameters.first_cpu + number) % context_.kernel.cpu_count();
    thread_ = context_.kernel.run_kthread("block.job" + std::to_string(number), cpu,
                                          [this](os::KThread&) { run(); });
}

void BlockJob::give_buffers(Slot& slot) {
    slot.payload = context_.kernel.dma().alloc_buffer(exercise_->payload_bytes());
    slot.result = context_.kernel.dma().alloc_buffer(exercise_->result_bytes());
}

void BlockJob::run() {
    for (;;) {
        top_up();
        if (stopping_ || out_of_tickets_) {
            break;
        }
        wait();
    }
    asleep_ = true;
    awaited_ = counters_.attempted;
    wait_queue_->wait_event([this] { return in_flight() == 0; });
    context_.on_finished();
}

void BlockJob::top_up() {
    // One call hands all of them over (io_submit).
    context_.kernel.spend(os::Cost::syscall);
    while (!stopping_ && !idle_.empty()) {
        if (!context_.take_ticket()) {
            out_of_tickets_ = true;
            break;
        }
        Slot& slot = *idle_.back();
        idle_.pop_back();
        submit(slot);
    }
    context_.device.commit();
}

void BlockJob::wait() {
    const std::uint64_t depth = context_.parameters.depth;
    const std::uint64_t batch = std::min<std::uint64_t>(context_.parameters.complete_batch, depth);
    const auto enough = [&] { return stopping_ || in_flight() + batch <= depth; };
    awaited_ = counters_.attempted + batch - depth;
    asleep_ = true;
    wait_queue_->wait_event(enough);
    asleep_ = false;
}

unsigned BlockJob::draw_priority() {
    std::uint64_t ticket = random_.below(priority_weights_);
    unsigned priority = 0;
    for (; ticket >= context_.parameters.priorities.at(priority); ++priority) {
        ticket -= context_.parameters.priorities.at(priority);
    }
    return priority;
}

void BlockJob::submit(Slot& slot) {
    slot.accepted = Timeline::never;
    slot.finished = false;
    slot.number = counters_.attempted++;
    slot.request.priority = static_cast<std::uint8_t>(draw_priority());
    exercise_->prepare(slot, region_, random_);
    Timeline& timeline = slot.request.timeline;
    timeline.clear();
    timeline.stamp(Moment::submitted, context_.kernel.now());
    ++counters_.accepted;
    context_.device.submit(slot.request);
    slot.accepted = context_.kernel.now();
    if (slot.finished) {
        finish(slot);
    }
}

void BlockJob::on_callback(Slot& slot, Status status) {
    slot.status = status;
    slot.finished = true;
    if (slot.accepted != Timeline::never) {
        finish(slot);
    }
}

void BlockJob::finish(Slot& slot) {
    ++counters_.completed;
    judge(slot);
    const Timeline& timeline = slot.request.timeline;
    // A callback on another core may come before submit() returns.
    const SimTime accepted = std::min(slot.accepted, timeline.at(Moment::callback));
    context_.sink.record(timeline, accepted - timeline.at(Moment::submitted), slot.request.length,
                         sink_status(slot.status));
    if (slot.status == Status::timed_out) {
        // The device may still reach the old ones.
        give_buffers(slot);
    }
    idle_.push_back(&slot);
    if (asleep_ && counters_.completed >= awaited_) {
        asleep_ = false;
        wait_queue_->wake_up();
    }
}

void BlockJob::judge(const Slot& slot) {
    if (slot.status != Status::ok) {
        ++counters_.failed;
        exercise_->failed(slot, slot.status);
        return;
    }
    std::string difference;
    switch (exercise_->judge(slot, difference)) {
        case BlockExercise::Verdict::right:
            ++counters_.verified;
            break;
        case BlockExercise::Verdict::unchecked:
            ++counters_.unchecked;
            break;
        case BlockExercise::Verdict::wrong:
            if (counters_.mismatched++ == 0) {
                counters_.first_mismatch = "job " + std::to_string(number_) + ", request " +
                                           std::to_string(slot.number) + " at sector " +
                                           std::to_string(slot.request.sector) + ": " + difference;
            }
            break;
    }
}

}  // namespace lookaside::workloads
