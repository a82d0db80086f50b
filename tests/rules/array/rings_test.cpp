// SPDX-License-Identifier: Apache-2.0
// Rules of rings, completion entries and interrupts.
#include <algorithm>
#include <cstring>

#include "tests/rules/array/bench.h"
#include "tests/support/catch.h"

using namespace lookaside;
using namespace lookaside::test;

namespace {

constexpr std::uint32_t coalesce(unsigned entries, unsigned us) {
    return entries << 16 | us;
}

SimTime completion_time(const ArrayBench& bench, unsigned index) {
    const std::uint64_t address = ArrayBench::cq_address(0) + index * sizeof(ds::Completion);
    for (const auto& write : bench.endpoint.writes) {
        if (write.address == address) {
            return write.at;
        }
    }
    return SimTime{-1};
}

}  // namespace

TEST_CASE("the result is written before the completion entry, that before the interrupt") {
    ArrayBench bench(ArrayBench::small());
    bench.start();
    bench.submit({bench.hash(2)});
    REQUIRE(bench.wait_for(1).size() == 1);
    bench.run_for(1_us);
    REQUIRE(bench.endpoint.writes.size() == 2);
    CHECK(bench.endpoint.writes[0].address == ArrayBench::result_address(0, 2));
    CHECK(bench.endpoint.writes[1].address == ArrayBench::cq_address(0));
    REQUIRE(bench.endpoint.messages.size() == 1);
    CHECK(bench.endpoint.messages[0].at > bench.endpoint.writes[1].at);
}

TEST_CASE("payload is read in pieces of MRRS that do not cross 4 KB, so many at a time") {
    array::ArrayParameters parameters = ArrayBench::small();
    parameters.outstanding_reads = 3;
    ArrayBench bench(parameters);
    bench.start();
    Task task = bench.hash(0);
    task.payload += 256;
    bench.random.fill(std::span(bench.endpoint.memory).subspan(task.payload, 4096));
    bench.endpoint.reads.clear();
    bench.endpoint.most_outstanding = 0;
    bench.submit({task});
    REQUIRE(bench.wait_for(1).size() == 1);
    const auto expected = sha256(std::span(bench.endpoint.memory).subspan(task.payload, 4096));
    CHECK(std::ranges::equal(bench.result(0, 32), expected));
    // Its entry; 7 of 512 and one of 256 up to the boundary, the rest behind it.
    CHECK(bench.endpoint.reads.size() == 1 + 8 + 1);
    CHECK(bench.endpoint.most_outstanding == 3);
}

TEST_CASE("submission entries are read several at a time, and not beyond what the card can hold") {
    array::ArrayParameters parameters = ArrayBench::small();
    parameters.depth = 1;
    parameters.task_fetch = 8;
    ArrayBench bench(parameters);
    bench.start();
    std::vector<Task> tasks;
    for (unsigned tag = 0; tag < 20; ++tag) {
        tasks.push_back(bench.hash(tag));
    }
    bench.endpoint.reads.clear();
    bench.submit(tasks);
    bench.run_for(20_us);
    std::vector<Bytes> entry_reads;
    for (const auto& read : bench.endpoint.reads) {
        if (read.address < ArrayBench::cq_address(0)) {
            entry_reads.push_back(read.length);
        }
    }
    // Eight, and one more for the place of the task that was admitted.
    CHECK(entry_reads == std::vector<Bytes>{8 * 64, 64});
    CHECK(bench.wait_for(20).size() == 20);
}

TEST_CASE("slots before sq_head of a completion entry may be used again") {
    ArrayBench bench(ArrayBench::small());
    bench.start();
    bench.submit({bench.hash(0), bench.hash(1), bench.hash(2)});
    const auto done = bench.wait_for(3);
    REQUIRE(done.size() == 3);
    CHECK(done[2].entry.sq_head == 3);
}

TEST_CASE("the phase bit changes with each round of the completion ring") {
    ArrayBench bench(ArrayBench::small());
    bench.start();
    unsigned done = 0;
    for (unsigned i = 0; i < 150; ++i) {
        bench.submit({bench.hash(i % 32, 0, 512)});
        const auto reaped = bench.wait_for(1);
        REQUIRE(reaped.size() == 1);  // reap() believes an entry only with the right phase
        REQUIRE(reaped[0].entry.tag == i % 32);
        ++done;
    }
    CHECK(done == 150);
}

TEST_CASE("a completion is held back while the completion ring is full, another queue's is not") {
    ArrayBench bench(ArrayBench::small());
    bench.start(2);
    std::vector<Task> tasks;
    for (unsigned tag = 0; tag < 63; ++tag) {
        tasks.push_back(bench.hash(tag % 16, 0, 512));
        tasks.back().tag = static_cast<std::uint16_t>(tag);
    }
    bench.submit(tasks);
    bench.run_for(10_ms);
    const auto written = bench.endpoint.writes.size();
    CHECK(written == 2 * 63);
    bench.submit({bench.hash(15, 0, 512)});  // queue 0 again: its ring is full
    bench.submit({bench.hash(1, 0, 512, 1)}, 1);
    bench.run_for(10_ms);
    CHECK(bench.endpoint.writes.size() == written + 2);
    CHECK(bench.reap(1).size() == 1);
    CHECK(bench.reap(0).size() == 63);
    CHECK(bench.wait_for(1).size() == 1);
}

TEST_CASE("every queue pair has rings and a vector of its own") {
    ArrayBench bench(ArrayBench::small());
    bench.start(3);
    bench.submit({bench.hash(1, 0, 512, 2)}, 2);
    bench.submit({bench.hash(1, 0, 512, 0)}, 0);
    bench.run_for(5_ms);
    CHECK(bench.reap(0).size() == 1);
    CHECK(bench.reap(1).empty());
    CHECK(bench.reap(2).size() == 1);
    CHECK(bench.digest_is_right(1, 512, 0));
    CHECK(bench.digest_is_right(1, 512, 2));
    std::vector<std::uint8_t> vectors;
    for (const auto& message : bench.endpoint.messages) {
        vectors.push_back(message.data[0]);
    }
    std::ranges::sort(vectors);
    CHECK(vectors == std::vector<std::uint8_t>{0, 2});
}

TEST_CASE("coalescing by count: an interrupt for every so many unread entries") {
    ArrayBench bench(ArrayBench::small());
    bench.start(1, coalesce(4, 60'000));
    std::vector<Task> tasks;
    for (unsigned tag = 0; tag < 8; ++tag) {
        tasks.push_back(bench.hash(tag));
    }
    bench.submit(tasks);
    bench.run_for(5_ms);
    REQUIRE(bench.endpoint.messages.size() == 2);
    CHECK(bench.endpoint.messages[0].at > completion_time(bench, 3));
    CHECK(bench.endpoint.messages[1].at > completion_time(bench, 7));
}

TEST_CASE("coalescing by time: an interrupt when the oldest unread entry is that old") {
    ArrayBench bench(ArrayBench::small());
    bench.start(1, coalesce(100, 300));
    bench.submit({bench.hash(0), bench.hash(1), bench.hash(2)});
    bench.run_for(5_ms);
    REQUIRE(bench.endpoint.messages.size() == 1);
    const SimTime due = completion_time(bench, 0) + 300_us;
    CHECK(bench.endpoint.messages[0].at >= due);
    CHECK(bench.endpoint.messages[0].at < due + 100_ns);
    CHECK(completion_time(bench, 2) < due);
}

TEST_CASE("entries that software has read need no interrupt any more") {
    ArrayBench bench(ArrayBench::small());
    bench.start(1, coalesce(100, 300));
    bench.submit({bench.hash(0)});
    REQUIRE(bench.wait_for(1).size() == 1);
    bench.run_for(5_ms);
    CHECK(bench.endpoint.messages.empty());
}

TEST_CASE("entries that came while the interrupt was off raise it when it is set") {
    ArrayBench bench(ArrayBench::small());
    bench.start();
    bench.write(ArrayBench::queue_register(0, ds::reg::irq_enable), 0);
    bench.submit({bench.hash(0), bench.hash(1)});
    bench.run_for(5_ms);
    CHECK(bench.endpoint.messages.empty());
    bench.write(ArrayBench::queue_register(0, ds::reg::irq_enable), 1);
    bench.run_for(1_us);
    CHECK(bench.endpoint.messages.size() == 1);
}

TEST_CASE("a masked vector is pending and sent once when it is unmasked") {
    ArrayBench bench(ArrayBench::small());
    bench.start();
    bench.write(ds::msix_table + 12, 1);
    bench.submit({bench.hash(0), bench.hash(1)});
    bench.run_for(5_ms);
    CHECK(bench.endpoint.messages.empty());
    CHECK(bench.read(ds::msix_pba) == 1);
    bench.write(ds::msix_table + 12, 0);
    bench.run_for(1_us);
    CHECK(bench.endpoint.messages.size() == 1);
    CHECK(bench.read(ds::msix_pba) == 0);
}

TEST_CASE("a full transmit queue delays writes and loses none") {
    FakeEndpoint::Settings settings;
    settings.queue_depth = 1;
    settings.tags = 2;
    ArrayBench bench(ArrayBench::small(), settings);
    bench.start();
    std::vector<Task> tasks;
    for (unsigned tag = 0; tag < 16; ++tag) {
        tasks.push_back(bench.hash(tag));
    }
    bench.submit(tasks);
    REQUIRE(bench.wait_for(16).size() == 16);
    for (unsigned tag = 0; tag < 16; ++tag) {
        CHECK(bench.digest_is_right(tag));
    }
}

TEST_CASE("doorbells outside of the ring and ring changes while enabled break the rules") {
    ArrayBench bench(ArrayBench::small());
    bench.start();
    bench.write(ArrayBench::queue_register(0, ds::reg::sq_tail), ArrayBench::ring_entries);
    CHECK(bench.card.broken_rules().size() == 1);
    bench.write(ArrayBench::queue_register(0, ds::reg::ring_size), 32);
    CHECK(bench.card.broken_rules().size() == 2);
    CHECK(bench.read(ArrayBench::queue_register(0, ds::reg::ring_size)) ==
          ArrayBench::ring_entries);
    bench.write(ArrayBench::queue_register(5, ds::reg::sq_tail), 1);  // never set up
    CHECK(bench.card.broken_rules().size() == 3);
}
