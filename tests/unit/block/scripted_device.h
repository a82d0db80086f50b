// SPDX-License-Identifier: Apache-2.0
// A block device without a driver or a card: it answers after a set time and can be told to err.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include "host/block/block_device.h"
#include "host/os/kernel.h"
#include "tests/rules/block_driver/scripted_work.h"

namespace lookaside::test {

class ScriptedDevice final : public block::Device {
  public:
    explicit ScriptedDevice(os::Kernel& kernel)
        : kernel_(kernel), timer_(kernel.make_timer("device", [this] { answer(); })) {}

    // The script. Requests count from 0 in the order in which they are submitted.
    std::uint32_t sector_count = 8 * 1024;
    Picoseconds service_time = 50_us;
    std::size_t answers_at_a_time = 1000;
    std::map<std::uint64_t, block::Status> failing;
    std::set<std::uint64_t> corrupted;  // a bit of their result is wrong

    // What happened.
    struct Seen {
        block::Operation operation;
        std::uint8_t priority;
        std::uint32_t sector;
        Bytes length;
        os::CpuId cpu;
        std::array<std::uint8_t, 12> iv;
        const std::uint8_t* payload;
        std::vector<std::uint8_t> bytes;  // of the payload
    };
    std::vector<Seen> seen;
    std::size_t most_in_flight = 0;
    std::uint64_t commits = 0;
    /// Pairs of requests in flight at once of which one writes what the other reads or writes.
    std::uint64_t overlaps = 0;

    block::KeyHandle set_key(std::span<const std::uint8_t> key) override {
        for (std::uint32_t i = 0; i < key.size(); i += 4) {
            work_.write_key(i, std::uint32_t{key[i]} | std::uint32_t{key[i + 1]} << 8 |
                                   std::uint32_t{key[i + 2]} << 16 |
                                   std::uint32_t{key[i + 3]} << 24);
        }
        work_.write_key(datasheet::engine_array::reg::key_control, key.size() == 32 ? 3 : 1);
        return 0;
    }
    void submit(block::Request& request) override {
        kernel_.spend(os::Cost::block_submit);
        const auto clashes = [&](const Waiting& other) {
            const block::Request& there = *other.request;
            return there.sector == request.sector && (there.operation == block::Operation::write ||
                                                      request.operation == block::Operation::write);
        };
        overlaps += static_cast<std::uint64_t>(std::ranges::count_if(waiting_, clashes));
        waiting_.push_back({&request, seen.size()});
        seen.push_back({request.operation,
                        request.priority,
                        request.sector,
                        request.length,
                        kernel_.this_cpu(),
                        request.iv,
                        request.payload.data(),
                        {request.payload.begin(), request.payload.end()}});
        most_in_flight = std::max(most_in_flight, waiting_.size());
    }
    void commit() override {
        ++commits;
        arm();
    }
    std::uint32_t sectors() const override { return sector_count; }
    Bytes max_payload() const override { return datasheet::engine_array::max_task_bytes; }
    unsigned depth() const override { return 4096; }

  private:
    struct Waiting {
        block::Request* request;
        std::uint64_t number;
    };

    void arm() {
        if (!armed_ && !waiting_.empty()) {
            armed_ = true;
            timer_->mod_timer(kernel_.now() + service_time);
        }
    }
    void answer() {
        armed_ = false;
        for (std::size_t i = 0; i < answers_at_a_time && !waiting_.empty(); ++i) {
            const Waiting done = waiting_.front();
            waiting_.pop_front();
            const block::Status status = work_on(done);
            done.request->timeline.stamp(Moment::callback, kernel_.now());
            done.request->complete(status);
        }
        arm();
    }
    block::Status work_on(const Waiting& done) {
        if (const auto found = failing.find(done.number); found != failing.end()) {
            return found->second;
        }
        const block::Request& request = *done.request;
        datasheet::engine_array::Task task;
        task.opcode = static_cast<std::uint8_t>(request.operation);  // the orders agree
        task.payload_length = static_cast<std::uint32_t>(request.length);
        task.sector = request.sector;
        task.iv = request.iv;
        datasheet::engine_array::TaskStatus status{};
        const auto result = work_.run(task, request.payload, status);
        std::ranges::copy(result, request.result.begin());
        if (corrupted.contains(done.number)) {
            request.result[5] ^= 1U;
        }
        return status == datasheet::engine_array::TaskStatus::ok ? block::Status::ok
                                                                 : block::Status::bad_message;
    }

    os::Kernel& kernel_;
    ScriptedWork work_;
    std::deque<Waiting> waiting_;
    bool armed_ = false;
    std::unique_ptr<os::Timer> timer_;
};

}  // namespace lookaside::test
