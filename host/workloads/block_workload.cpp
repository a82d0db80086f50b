// SPDX-License-Identifier: Apache-2.0
#include "host/workloads/block_workload.h"

#include <algorithm>
#include <string>

#include "base/error.h"
#include "base/random.h"

namespace lookaside::workloads {
namespace {

void require(bool condition, const std::string& message) {
    if (!condition) {
        throw InputError(message);
    }
}

bool writes(const BlockParameters& parameters) {
    return parameters.read_percent ? *parameters.read_percent < 100
                                   : parameters.operation == block::Operation::write;
}

void check(const BlockParameters& parameters, const block::Device& device) {
    require(parameters.block_size > 0 && parameters.block_size % block::sector_bytes == 0,
            "a block has a multiple of 512 bytes, not " + std::to_string(parameters.block_size));
    require(parameters.block_size <= device.max_payload(),
            "a block of " + std::to_string(parameters.block_size) +
                " bytes is too large for the device; the limit is " +
                std::to_string(device.max_payload()));
    require(parameters.jobs > 0, "a block workload has 1 job or more");
    require(parameters.depth > 0, "a queue depth is 1 or more");
    require(parameters.complete_batch > 0, "a job waits for 1 request or more");
    require(parameters.read_percent.value_or(0) <= 100, "at most 100 % of the requests are reads");
    require(std::ranges::any_of(parameters.priorities, [](unsigned weight) { return weight > 0; }),
            "one priority must have a weight above 0");
    require(parameters.key_bytes == 16 || parameters.key_bytes == 32,
            "a key has 16 or 32 bytes, not " + std::to_string(parameters.key_bytes));
    const BlockRegion region(parameters, device, 0);
    require(!writes(parameters) || region.blocks() > parameters.depth,
            "a job that writes needs more blocks than the " + std::to_string(parameters.depth) +
                " requests it has in flight; it has " + std::to_string(region.blocks()));
}

}  // namespace

BlockWorkload::BlockWorkload(os::Kernel& kernel, block::Device& device, RequestSink& sink,
                             const BlockParameters& parameters)
    : kernel_(kernel),
      device_(device),
      sink_(sink),
      parameters_(parameters),
      key_(parameters.key_bytes) {
    check(parameters, device);
    Random(parameters.seed).fill(key_);
}

void BlockWorkload::start(std::function<void()> on_finished) {
    on_finished_ = std::move(on_finished);
    starter_ = kernel_.run_kthread("block", parameters_.first_cpu % kernel_.cpu_count(),
                                   [this](os::KThread&) { set_up(); });
}

void BlockWorkload::set_up() {
    const BlockContext context{.kernel = kernel_,
                               .device = device_,
                               .sink = sink_,
                               .parameters = parameters_,
                               .key = key_,
                               .key_handle = device_.set_key(key_),
                               .take_ticket = [this] { return take_ticket(); },
                               .on_finished = [this] { on_job_finished(); }};
    for (unsigned number = 0; number < parameters_.jobs; ++number) {
        jobs_.push_back(std::make_unique<BlockJob>(context, number));
    }
    if (stopping_) {
        stop();
    }
}

void BlockWorkload::stop() {
    stopping_ = true;
    for (const auto& job : jobs_) {
        job->stop();
    }
}

bool BlockWorkload::take_ticket() {
    if (parameters_.requests && tickets_ == *parameters_.requests) {
        return false;
    }
    ++tickets_;
    return true;
}

void BlockWorkload::on_job_finished() {
    if (++jobs_finished_ == parameters_.jobs) {
        finished_ = true;
        on_finished_();
    }
}

RequestCounters BlockWorkload::counters() const {
    RequestCounters sum;
    for (const auto& job : jobs_) {
        const RequestCounters& counters = job->counters();
        sum.attempted += counters.attempted;
        sum.accepted += counters.accepted;
        sum.completed += counters.completed;
        sum.verified += counters.verified;
        sum.unchecked += counters.unchecked;
        sum.mismatched += counters.mismatched;
        sum.failed += counters.failed;
        if (sum.first_mismatch.empty()) {
            sum.first_mismatch = counters.first_mismatch;
        }
    }
    return sum;
}

}  // namespace lookaside::workloads
