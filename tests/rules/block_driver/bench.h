// SPDX-License-Identifier: Apache-2.0
// A simulated machine with the scripted engine array in it, and a thread that runs a test's body.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "base/random.h"
#include "base/slot_timelines.h"
#include "host/drivers/engine_array/driver.h"
#include "host/os/sim_kernel.h"
#include "tests/rules/block_driver/scripted_array.h"
#include "tests/support/catch.h"
#include "tests/support/every_cost.h"

namespace lookaside::test {

struct ArrayBench {
    using Driver = drivers::engine_array::EngineArrayDriver;
    using Parameters = drivers::engine_array::Parameters;

    Agenda agenda{"agenda"};
    memory::HostMemory memory{"memory", 0_ns};
    StatisticsRegistry statistics;
    SlotTimelines timelines{drivers::engine_array::timeline_slots};
    os::SimKernel kernel{every_cost_100_ns(), agenda, memory, statistics};
    ScriptedArray card{"card", agenda, memory, timelines};
    os::PciDevice& device;

    ArrayBench()
        : device(kernel.add_pci_device(
              {.name = "card",
               .bars = {{ScriptedArray::bar, datasheet::engine_array::bar_size}},
               .msix_table_bar = 0,
               .msix_table_offset = datasheet::engine_array::msix_table,
               .msix_vectors = datasheet::engine_array::max_queue_pairs,
               .enable_msix = [] {}})) {
        kernel.mmio_socket().bind(card.registers);
        card.interrupts = &kernel;
    }

    /// Runs the body in a thread on cpu1 until it returns. A body that is stuck after ten
    /// simulated seconds fails the test, as does a card that saw a rule broken.
    void run(const std::function<void()>& body) {
        bool returned = false;
        const auto thread = kernel.run_kthread("test", 1, [&](os::KThread&) {
            body();
            returned = true;
            sc_core::sc_stop();
        });
        sc_core::sc_start(10, sc_core::SC_SEC);
        CHECK(returned);
        CHECK(card.broken_rules == std::vector<std::string>{});
    }
    void run_with_driver(const Parameters& parameters, const std::function<void(Driver&)>& body) {
        run([&] {
            driver = std::make_unique<Driver>(kernel, device, timelines, parameters);
            body(*driver);
        });
    }
    /// Sleeps until the condition holds, at most for a second.
    void wait_until(const std::function<bool()>& condition) {
        for (unsigned i = 0; i < 100'000 && !condition(); ++i) {
            kernel.sleep(10_us);
        }
        CHECK(condition());
    }
    /// A thread beside the test's.
    void start(std::string_view name, os::CpuId cpu, std::function<void()> body) {
        threads.push_back(
            kernel.run_kthread(name, cpu, [body = std::move(body)](os::KThread&) { body(); }));
    }
    std::vector<std::unique_ptr<os::KThread>> threads;
    std::unique_ptr<Driver> driver;  // lives on while its threads and timers do
};

/// A hash request with buffers of its own; remembers how it ended.
struct HashRequest {
    block::Request request;
    std::span<std::uint8_t> payload;
    std::vector<block::Status> callbacks;
    std::function<void()> on_callback = [] {};

    explicit HashRequest(ArrayBench& bench, Bytes size = 512, std::uint64_t seed = 1) {
        payload = bench.kernel.dma().alloc_buffer(size);
        Random(seed).fill(payload);
        request.length = size;
        request.payload = payload;
        request.result = bench.kernel.dma().alloc_buffer(Sha256::digest_bytes);
        request.complete = [this](block::Status status) {
            callbacks.push_back(status);
            on_callback();
        };
    }
    HashRequest(const HashRequest&) = delete;

    void submit(ArrayBench& bench, block::Device& driver) {
        request.timeline.clear();
        request.timeline.stamp(Moment::submitted, bench.kernel.now());
        driver.submit(request);
    }
    bool is_back() const { return !callbacks.empty(); }
    bool ended(block::Status status) const { return callbacks == std::vector{status}; }
    bool has_digest() const {
        std::array<std::uint8_t, Sha256::digest_bytes> digest;
        Sha256().hash(payload, digest);
        return std::ranges::equal(digest, request.result);
    }
};

/// So many of them, each with bytes of its own.
struct HashRequests {
    std::vector<std::unique_ptr<HashRequest>> all;

    HashRequests(ArrayBench& bench, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) {
            all.push_back(std::make_unique<HashRequest>(bench, 512, i));
        }
    }
    HashRequest& operator[](std::size_t i) { return *all.at(i); }
    void submit(ArrayBench& bench, block::Device& driver) {
        for (const auto& request : all) {
            request->submit(bench, driver);
        }
        driver.commit();
    }
    bool are_back() const {
        return std::ranges::all_of(all, [](const auto& request) { return request->is_back(); });
    }
    bool are_right() const {
        return std::ranges::all_of(all, [](const auto& request) {
            return request->ended(block::Status::ok) && request->has_digest();
        });
    }
};

}  // namespace lookaside::test
