// SPDX-License-Identifier: Apache-2.0
// Under random times, lengths, priorities and failures no task is lost, done twice or done wrong.
#include <algorithm>
#include <vector>

#include "tests/rules/array/bench.h"
#include "tests/support/catch.h"

using namespace lookaside;
using namespace lookaside::test;

namespace {

constexpr unsigned total = 600;
constexpr unsigned tags = 40;

/// A closed loop of random tasks over one queue pair; every completion is checked.
class RandomLoad {
  public:
    RandomLoad(const array::ArrayParameters& parameters, std::uint64_t seed)
        : bench_(parameters, {},
                 [seed](const crypto::Job& job) {
                     return 1000 + Random(seed ^ job.data[0] ^ job.data.size()).below(400'000);
                 }),
          random_(seed) {}

    ArrayBench& bench() { return bench_; }

    void run() {
        bench_.start();
        std::vector<Task> first;
        for (unsigned tag = 0; tag < tags; ++tag) {
            first.push_back(next(tag));
        }
        bench_.submit(first);
        while (done_ < total) {
            const auto reaped = bench_.wait_for(1);
            REQUIRE_FALSE(reaped.empty());
            for (const auto& each : reaped) {
                check(each);
            }
        }
        bench_.run_for(100_ms);
        CHECK(bench_.reap().empty());
        CHECK(bench_.card.broken_rules().empty());
        CHECK(done_ == total);
    }
    unsigned overtakings() const { return overtakings_; }

  private:
    Task next(unsigned tag) {
        in_flight_[tag] = issued_++;
        const Bytes length = 512 * (1 + random_.below(8));
        lengths_[tag] = length;
        return bench_.hash(tag, static_cast<unsigned>(random_.below(4)), length);
    }
    void check(const ArrayBench::Done& done) {
        const unsigned tag = done.entry.tag;
        REQUIRE(in_flight_.at(tag) != nobody);
        REQUIRE(done.entry.status == static_cast<std::uint8_t>(TaskStatus::ok));
        REQUIRE(bench_.digest_is_right(tag, lengths_[tag]));
        REQUIRE(bench_.timeline(tag).is_ordered());
        if (std::ranges::any_of(in_flight_,
                                [&](unsigned other) { return other < in_flight_[tag]; })) {
            ++overtakings_;
        }
        in_flight_[tag] = nobody;
        ++done_;
        if (issued_ < total) {
            bench_.timeline(tag).clear();
            bench_.submit({next(tag)});
        }
    }

    static constexpr unsigned nobody = ~0U;

    ArrayBench bench_;
    Random random_;
    std::vector<unsigned> in_flight_ = std::vector<unsigned>(tags, nobody);  // number of the task
    std::vector<Bytes> lengths_ = std::vector<Bytes>(tags, 0);
    unsigned issued_ = 0;
    unsigned done_ = 0;
    unsigned overtakings_ = 0;
};

}  // namespace

TEST_CASE("random tasks, any idle engine") {
    RandomLoad load(ArrayBench::small(), 11);
    load.run();
    CHECK(load.overtakings() > total / 10);
}

TEST_CASE("random tasks, round robin in lock step with firmware time") {
    array::ArrayParameters parameters = ArrayBench::small();
    parameters.dispatch = array::Dispatch::round_robin;
    parameters.schedule = array::Schedule::lock_step;
    parameters.firmware_time = 3_us;
    RandomLoad load(parameters, 12);
    load.run();
    CHECK(load.overtakings() > total / 10);
}

TEST_CASE("random tasks, random engines with a small waiting room and fixed polls") {
    array::ArrayParameters parameters = ArrayBench::small();
    parameters.dispatch = array::Dispatch::random;
    parameters.depth = 4;
    parameters.depth_scope = array::DepthScope::waiting_room;
    parameters.polling = array::Polling::fixed_interval;
    RandomLoad load(parameters, 13);
    load.run();
}

TEST_CASE("random tasks, ganged devices on a slow bus, limited for each channel") {
    array::ArrayParameters parameters = ArrayBench::small();
    parameters.grouping = array::Grouping::ganged;
    parameters.bus.mode = emmc::BusMode::ddr52;
    parameters.bus.clock = 52_MHz;
    parameters.depth = 3;
    parameters.depth_scope = array::DepthScope::per_channel;
    RandomLoad load(parameters, 14);
    load.run();
}

TEST_CASE("random tasks while devices fail one after the other") {
    array::ArrayParameters parameters = ArrayBench::small();
    parameters.channels = 3;
    parameters.task_timeout = 20_ms;
    RandomLoad load(parameters, 15);
    load.bench().card.device(0, 0).hang_next(0);
    load.bench().card.device(1, 1).hang_next(1);
    load.bench().card.device(2, 0).hang_next(0);
    load.run();
    CHECK(load.bench().card.dead_devices().size() >= 2);
}
