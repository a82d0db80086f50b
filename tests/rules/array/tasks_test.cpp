// SPDX-License-Identifier: Apache-2.0
// Rules of single tasks: what comes back, in which order, and what is refused.
#include <algorithm>

#include "base/sector_pattern.h"
#include "tests/rules/array/bench.h"
#include "tests/support/catch.h"

using namespace lookaside;
using namespace lookaside::test;

namespace {

bool is(const ArrayBench::Done& done, TaskStatus status) {
    return done.entry.status == static_cast<std::uint8_t>(status);
}

Task gcm(ArrayBench& bench, unsigned tag, Opcode opcode, Bytes length) {
    Task task = bench.hash(tag, 0, length);
    task.opcode = static_cast<std::uint8_t>(opcode);
    task.key_slot = 3;
    task.iv = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    return task;
}

Task storage(ArrayBench& bench, unsigned tag, Opcode opcode, std::uint32_t sector, Bytes length) {
    Task task = bench.hash(tag, 0, length);
    task.opcode = static_cast<std::uint8_t>(opcode);
    task.sector = sector;
    return task;
}

std::vector<std::uint8_t> blank_sectors(std::uint32_t first, std::uint32_t count) {
    std::vector<std::uint8_t> bytes(std::size_t{count} * ds::sector_bytes);
    for (std::uint32_t i = 0; i < count; ++i) {
        sector_pattern::fill(
            first + i,
            std::span(bytes).subspan(std::size_t{i} * ds::sector_bytes).first<ds::sector_bytes>());
    }
    return bytes;
}

std::vector<std::uint8_t> key_of(std::size_t bytes) {
    std::vector<std::uint8_t> key(bytes);
    Random(42).fill(key);
    return key;
}

/// Encrypts a payload, and what came out back.
void check_round_trip(std::size_t key_bytes) {
    ArrayBench bench(ArrayBench::small());
    bench.start();
    bench.set_key(3, key_of(key_bytes));
    bench.submit({gcm(bench, 0, Opcode::gcm_encrypt, 1536)});
    const auto encrypted = bench.wait_for(1);
    REQUIRE(encrypted.size() == 1);
    CHECK(is(encrypted[0], TaskStatus::ok));
    CHECK(encrypted[0].entry.result_length == 1536 + 16);
    CHECK_FALSE(std::ranges::equal(bench.result(0, 1536), bench.payload(0, 1536)));
    const Task back = gcm(bench, 1, Opcode::gcm_decrypt, 1536);
    std::ranges::copy(bench.result(0, 1552), bench.payload(1, 1552).begin());
    bench.submit({back});
    const auto decrypted = bench.wait_for(1);
    REQUIRE(decrypted.size() == 1);
    CHECK(is(decrypted[0], TaskStatus::ok));
    CHECK(decrypted[0].entry.result_length == 1536);
    CHECK(std::ranges::equal(bench.result(1, 1536), bench.payload(0, 1536)));
}

}  // namespace

TEST_CASE("a hash task returns the payload's digest, whatever its length") {
    ArrayBench bench(ArrayBench::small());
    bench.start();
    for (unsigned sectors = 1; sectors <= 8; ++sectors) {
        bench.submit({bench.hash(sectors, 0, sectors * 512)});
    }
    const auto done = bench.wait_for(8);
    REQUIRE(done.size() == 8);
    for (const auto& each : done) {
        CHECK(is(each, TaskStatus::ok));
        CHECK(each.entry.result_length == 32);
        CHECK(bench.digest_is_right(each.entry.tag, each.entry.tag * 512U));
    }
    CHECK(bench.card.broken_rules().empty());
}

TEST_CASE("a task's moments are in order and none is missing") {
    ArrayBench bench(ArrayBench::small());
    bench.start();
    bench.submit({bench.hash(5)});
    REQUIRE(bench.wait_for(1).size() == 1);
    const Timeline& timeline = bench.timeline(5);
    for (const Moment moment :
         {Moment::h2c_first_data, Moment::buffered, Moment::assigned, Moment::load_start,
          Moment::load_end, Moment::engine_start, Moment::engine_end, Moment::unload_start,
          Moment::unload_end, Moment::c2h_first_data, Moment::c2h_last_data}) {
        CAPTURE(name_of(moment));
        CHECK(timeline.has(moment));
    }
    CHECK(timeline.is_ordered());
}

TEST_CASE("with a 128-bit key, decryption undoes encryption") {
    check_round_trip(16);
}

TEST_CASE("with a 256-bit key, decryption undoes encryption") {
    check_round_trip(32);
}

TEST_CASE("a wrong tag returns no plaintext") {
    ArrayBench bench(ArrayBench::small());
    bench.start();
    bench.set_key(3, key_of(32));
    const Task task = gcm(bench, 1, Opcode::gcm_decrypt, 1024);
    std::ranges::fill(bench.result(1, 1024), std::uint8_t{0xEE});
    bench.submit({task});
    const auto done = bench.wait_for(1);
    REQUIRE(done.size() == 1);
    CHECK(is(done[0], TaskStatus::bad_tag));
    CHECK(done[0].entry.result_length == 0);
    CHECK(std::ranges::all_of(bench.result(1, 1024), [](auto byte) { return byte == 0xEE; }));
}

TEST_CASE("a read returns the digest of its sectors, and only that crosses PCIe") {
    ArrayBench bench(ArrayBench::small());
    bench.start();
    bench.submit({storage(bench, 0, Opcode::read, 12'344, 4096)});
    const auto done = bench.wait_for(1);
    REQUIRE(done.size() == 1);
    CHECK(is(done[0], TaskStatus::ok));
    CHECK(std::ranges::equal(bench.result(0, 32), sha256(blank_sectors(12'344, 8))));
    CHECK(bench.statistic("array.payload_reads") == 0);
}

TEST_CASE("a read sees what was written to its sectors, and blank ones beside them") {
    ArrayBench bench(ArrayBench::small());
    bench.start();
    bench.submit({storage(bench, 0, Opcode::write, 1002, 1024)});
    const auto written = bench.wait_for(1);
    REQUIRE(written.size() == 1);
    CHECK(is(written[0], TaskStatus::ok));
    CHECK(written[0].entry.result_length == 0);
    bench.submit({storage(bench, 1, Opcode::read, 1000, 4096)});
    REQUIRE(bench.wait_for(1).size() == 1);
    auto expected = blank_sectors(1000, 8);
    std::ranges::copy(bench.payload(0, 1024), expected.begin() + 1024);
    CHECK(std::ranges::equal(bench.result(1, 32), sha256(expected)));
}

TEST_CASE("consecutive stripes are on different channels") {
    ArrayBench bench(ArrayBench::small());
    bench.start();
    for (unsigned i = 0; i < 4; ++i) {
        bench.submit({storage(bench, i, Opcode::read, i * 8, 4096)});
    }
    auto done = bench.wait_for(4);
    REQUIRE(done.size() == 4);
    std::ranges::sort(done, {}, [](const auto& each) { return each.entry.tag; });
    CHECK(done[0].entry.engine_device == 0);
    CHECK(done[1].entry.engine_device == 2);
    CHECK(done[2].entry.engine_device == 1);
    CHECK(done[3].entry.engine_device == 3);
}

TEST_CASE("a task that cannot be served is completed as invalid and does nothing") {
    ArrayBench bench(ArrayBench::small());
    bench.start();
    std::vector<Task> tasks;
    const auto wrong = [&](auto change) {
        Task task = bench.hash(static_cast<unsigned>(tasks.size()));
        change(task);
        tasks.push_back(task);
    };
    const std::uint32_t sectors = bench.read(ds::reg::sectors);
    wrong([](Task& task) { task.opcode = 5; });
    wrong([](Task& task) { task.opcode = 255; });
    wrong([](Task& task) { task.payload_length = 0; });
    wrong([](Task& task) { task.payload_length = 500; });
    wrong([](Task& task) { task.payload_length = 4608; });
    wrong([](Task& task) { task.priority = 4; });
    wrong([](Task& task) { task.opcode = 1; });  // key slot 0 holds no key
    wrong([](Task& task) {
        task.opcode = 1;
        task.key_slot = 16;
    });
    wrong([sectors](Task& task) {
        task.opcode = 3;
        task.sector = sectors;
    });
    wrong([](Task& task) {
        task.opcode = 4;
        task.sector = 4;  // 8 sectors from here reach into the next stripe
    });
    bench.submit(tasks);
    const auto done = bench.wait_for(tasks.size());
    REQUIRE(done.size() == tasks.size());
    for (const auto& each : done) {
        CAPTURE(each.entry.tag);
        CHECK(is(each, TaskStatus::invalid));
        CHECK(each.entry.result_length == 0);
    }
    CHECK(bench.statistic("array.engine_jobs") == 0);
    CHECK(bench.statistic("array.payload_reads") == 0);
    CHECK(bench.card.broken_rules().empty());
}

TEST_CASE("a tag in use twice breaks the rules: the second task is invalid, the first is done") {
    ArrayBench bench(ArrayBench::small());
    bench.start();
    const Task task = bench.hash(7);
    bench.submit({task, task});
    const auto done = bench.wait_for(2);
    REQUIRE(done.size() == 2);
    CHECK(is(done[0], TaskStatus::invalid));
    CHECK(is(done[1], TaskStatus::ok));
    CHECK(bench.digest_is_right(7));
    CHECK(bench.card.broken_rules().size() == 1);
    bench.submit({bench.hash(7)});  // it is free again
    const auto again = bench.wait_for(1);
    REQUIRE(again.size() == 1);
    CHECK(is(again[0], TaskStatus::ok));
    CHECK(bench.card.broken_rules().size() == 1);
}

TEST_CASE("a payload that cannot be read completes the task as invalid") {
    ArrayBench bench(ArrayBench::small());
    bench.start();
    bench.submit({bench.hash(0), bench.hash(1)});
    bench.endpoint.failing_address = ArrayBench::payload_address(0, 0) + 1024;
    auto done = bench.wait_for(2);
    REQUIRE(done.size() == 2);
    std::ranges::sort(done, {}, [](const auto& each) { return each.entry.tag; });
    CHECK(is(done[0], TaskStatus::invalid));
    CHECK(is(done[1], TaskStatus::ok));
    CHECK(bench.card.broken_rules().size() == 1);
}

TEST_CASE("registers show the array") {
    ArrayBench bench(ArrayBench::small());
    bench.start();
    CHECK(bench.read(ds::reg::id) == ds::card_id);
    CHECK(bench.read(ds::reg::geometry) == (2U | 2U << 8 | 2U << 16));
    CHECK(bench.read(ds::reg::capacity) == 32);
    CHECK(bench.read(ds::reg::algorithms) == 0x1F);
    CHECK(bench.read(ds::reg::status) == ds::status::ready);
    CHECK(bench.read(ds::reg::dead_devices) == 0);
    CHECK(bench.read(ds::reg::sectors) == 4 * 65'536);
}
