// SPDX-License-Identifier: Apache-2.0
// An engine array card with real eMMC buses behind a fake endpoint, and a driver's few moves on it.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/random.h"
#include "datasheets/engine_array.h"
#include "models/array/array_card.h"
#include "models/array/crypto_device.h"
#include "tests/support/fake_endpoint.h"

namespace lookaside::test {

namespace ds = datasheet::engine_array;
using ds::Opcode;
using ds::Task;
using ds::TaskStatus;

/// SHA-256 by OpenSSL, in a number of cycles that the test chooses.
class ScriptedSha : public crypto::Engine {
  public:
    using CyclesOf = std::function<Cycles(const crypto::Job&)>;
    explicit ScriptedSha(CyclesOf cycles) : cycles_(std::move(cycles)) {}
    crypto::JobResult run(const crypto::Job& job) override;
    std::string_view fidelity() const override { return "scripted"; }

  private:
    CyclesOf cycles_;
};

std::vector<std::uint8_t> sha256(std::span<const std::uint8_t> data);

struct ArrayBench {
    static constexpr std::uint32_t ring_entries = 64;
    static constexpr Cycles default_cycles = 50'000;  // 100 us at 500 MHz

    explicit ArrayBench(
        const array::ArrayParameters& parameters, const FakeEndpoint::Settings& settings = {},
        ScriptedSha::CyclesOf cycles = [](const crypto::Job&) { return default_cycles; });

    /// A small array: 2 channels of 2 devices of 2 engines.
    static array::ArrayParameters small();

    struct Done {
        ds::Completion entry;
        SimTime at;  // when the entry was written
    };

    // Host memory.
    static std::uint64_t sq_address(unsigned queue) { return 0x1000 + queue * 0x2000ULL; }
    static std::uint64_t cq_address(unsigned queue) { return 0x2000 + queue * 0x2000ULL; }
    static std::uint64_t payload_address(unsigned queue, unsigned tag) {
        return 0x20000 + ((queue * 16 + tag) % ring_entries) * 0x3000ULL;
    }
    static std::uint64_t result_address(unsigned queue, unsigned tag) {
        return payload_address(queue, tag) + 0x1800;
    }
    std::span<std::uint8_t> payload(unsigned tag, Bytes length, unsigned queue = 0) {
        return std::span(endpoint.memory).subspan(payload_address(queue, tag), length);
    }
    std::span<std::uint8_t> result(unsigned tag, Bytes length, unsigned queue = 0) {
        return std::span(endpoint.memory).subspan(result_address(queue, tag), length);
    }

    void write(std::uint32_t offset, std::uint32_t value) { endpoint.host_write(0, offset, value); }
    std::uint32_t read(std::uint32_t offset) { return endpoint.host_read(0, offset); }
    static std::uint32_t queue_register(unsigned queue, std::uint32_t offset) {
        return ds::reg::queue_base + queue * ds::reg::queue_stride + offset;
    }

    /// Sets rings and MSI-X vectors, enables the card and waits for the end of identification.
    void start(unsigned queues = 1, std::uint32_t coalescing = 0);
    void set_key(unsigned slot, std::span<const std::uint8_t> key);

    /// A task of 4 KB with random payload.
    Task hash(unsigned tag, unsigned priority = 0, Bytes length = 4096, unsigned queue = 0);
    /// So many of them, with tags from `first` on.
    std::vector<Task> hashes(unsigned first, unsigned count, unsigned priority = 0);
    /// Puts tasks into the submission ring and rings the doorbell.
    void submit(const std::vector<Task>& tasks, unsigned queue = 0);

    /// Reads new completion entries and tells the card.
    std::vector<Done> reap(unsigned queue = 0);
    /// Runs until so many more completions were reaped from queue 0, or a limit is over.
    std::vector<Done> wait_for(std::size_t count, Picoseconds limit = 2'000'000'000'000_ps);
    void run_for(Picoseconds time) { sc_core::sc_start(to_sc_time(time)); }
    SimTime now() const { return sim_now(); }

    Timeline& timeline(unsigned tag) { return timelines_of[tag]; }
    std::uint64_t statistic(const std::string& name) const;
    bool digest_is_right(unsigned tag, Bytes length = 4096, unsigned queue = 0);

    Agenda agenda{"agenda"};
    StatisticsRegistry statistics;
    FakeEndpoint endpoint;
    array::EngineCores cores;
    SlotTimelines timelines{std::size_t{ds::max_queue_pairs} * ds::max_ring_entries};
    std::array<Timeline, ring_entries> timelines_of;
    array::ArrayCard card;
    Random random{1};

  private:
    struct Ring {
        std::uint32_t sq_tail = 0;
        std::uint32_t cq_head = 0;
        std::uint8_t phase = 1;
    };
    SimTime written_at(std::uint64_t address) const;

    std::array<Ring, ds::max_queue_pairs> rings_;
};

}  // namespace lookaside::test
