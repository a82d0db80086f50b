// SPDX-License-Identifier: Apache-2.0
// When the card may reach a request's buffers, and what it finds and leaves there.
#include "tests/rules/block_driver/bench.h"

using namespace lookaside;
using namespace lookaside::test;
using block::Operation;
using block::Status;

namespace {

constexpr Bytes size = 1024;
constexpr Bytes tag_size = 16;

/// Submits and waits; the request is a hash one with other fields.
Status round_trip(ArrayBench& bench, block::Device& driver, HashRequest& request) {
    request.callbacks.clear();
    request.submit(bench, driver);
    driver.commit();
    bench.wait_until([&] { return request.is_back(); });
    return request.callbacks.at(0);
}

}  // namespace

TEST_CASE("buffers are mapped before the doorbell and unmapped before the callback") {
    ArrayBench bench;
    bench.run_with_driver({}, [&](auto& driver) {
        HashRequest request(bench);
        bool mapped_in_card = false;
        bool mapped_in_callback = true;
        const auto is_mapped = [&] {
            const auto& task = bench.card.tasks.at(0);
            return bench.memory.contains(task.payload, 512) &&
                   bench.memory.contains(task.result, 32);
        };
        const auto is_partly_mapped = [&] {
            const auto& task = bench.card.tasks.at(0);
            return bench.memory.contains(task.payload, 1) || bench.memory.contains(task.result, 1);
        };
        request.on_callback = [&] { mapped_in_callback = is_partly_mapped(); };
        request.submit(bench, driver);
        driver.commit();
        mapped_in_card = is_mapped();
        bench.wait_until([&] { return request.is_back(); });
        CHECK(mapped_in_card);
        CHECK_FALSE(mapped_in_callback);
    });
}

TEST_CASE("a task's buffers are mapped for their size and not a byte more") {
    ArrayBench bench;
    bench.run_with_driver({}, [&](auto& driver) {
        HashRequest request(bench);
        request.submit(bench, driver);
        driver.commit();
        const auto& task = bench.card.tasks.at(0);
        CHECK_FALSE(bench.memory.contains(task.payload, 513));
        CHECK_FALSE(bench.memory.contains(task.result, 33));
        bench.wait_until([&] { return request.is_back(); });
    });
}

TEST_CASE("what was encrypted is decrypted under the same key only") {
    ArrayBench bench;
    bench.run_with_driver({}, [&](auto& driver) {
        std::array<std::uint8_t, 32> long_key{};
        const std::array<std::uint8_t, 16> short_key{};
        Random(9).fill(long_key);
        REQUIRE(driver.set_key(short_key) == 0);
        REQUIRE(driver.set_key(long_key) == 1);
        HashRequest request(bench, size);
        const auto sealed = bench.kernel.dma().alloc_buffer(size + tag_size);
        const auto plain = bench.kernel.dma().alloc_buffer(size);
        request.request.operation = Operation::encrypt;
        request.request.key = 1;
        request.request.iv = {1, 2, 3};
        request.request.result = sealed;
        REQUIRE(round_trip(bench, driver, request) == Status::ok);
        CHECK_FALSE(std::ranges::equal(sealed.first(size), request.payload));

        request.request.operation = Operation::decrypt;
        request.request.payload = sealed;
        request.request.result = plain;
        REQUIRE(round_trip(bench, driver, request) == Status::ok);
        CHECK(std::ranges::equal(plain, request.payload));

        request.request.key = 0;
        std::ranges::fill(plain, std::uint8_t{0xA5});
        CHECK(round_trip(bench, driver, request) == Status::bad_message);
        CHECK(std::ranges::count(plain, 0xA5) == size);
    });
}

TEST_CASE("sectors that were written are read back as their digest") {
    ArrayBench bench;
    bench.run_with_driver({}, [&](auto& driver) {
        HashRequest request(bench, size);
        const auto digest = request.request.result;
        request.request.operation = Operation::write;
        request.request.sector = 8;
        request.request.result = {};
        REQUIRE(round_trip(bench, driver, request) == Status::ok);

        request.request.operation = Operation::read;
        request.request.payload = {};
        request.request.result = digest;
        REQUIRE(round_trip(bench, driver, request) == Status::ok);
        CHECK(request.has_digest());
    });
}

TEST_CASE("a request that breaks the contract never reaches the card") {
    ArrayBench bench;
    bench.run_with_driver({}, [&](auto& driver) {
        HashRequest request(bench, size);
        block::Request& fields = request.request;
        const auto is_refused = [&] {
            return round_trip(bench, driver, request) == Status::invalid;
        };
        fields.length = 0;
        CHECK(is_refused());
        fields.length = 1000;  // no multiple of the sector
        CHECK(is_refused());
        fields.length = 512;  // not the payload's size
        CHECK(is_refused());
        fields.length = size;
        fields.result = fields.result.first(31);
        CHECK(is_refused());
        HashRequest other(bench, size);
        other.request.sector = 7;  // crosses a stripe of 8 sectors
        CHECK(round_trip(bench, driver, other) == Status::invalid);
        other.request.sector = 8192;  // behind the last sector
        CHECK(round_trip(bench, driver, other) == Status::invalid);
        other.request.sector = 0;
        other.request.priority = 4;
        CHECK(round_trip(bench, driver, other) == Status::invalid);
        other.request.priority = 3;
        other.request.operation = Operation::encrypt;  // no key has been set
        CHECK(round_trip(bench, driver, other) == Status::invalid);
        CHECK(bench.card.tasks.empty());
        CHECK(other.request.timeline.is_ordered());
    });
}

TEST_CASE("a request's moments are in order and add up to its latency") {
    ArrayBench bench;
    bench.run_with_driver({}, [&](auto& driver) {
        HashRequests requests(bench, 64);
        requests.submit(bench, driver);
        bench.wait_until([&] { return requests.are_back(); });
        for (const auto& request : requests.all) {
            const Timeline& timeline = request->request.timeline;
            CHECK(timeline.is_ordered());
            for (const Moment moment :
                 {Moment::submitted, Moment::queued, Moment::dispatched, Moment::h2c_doorbell,
                  Moment::buffered, Moment::c2h_last_data, Moment::c2h_interrupt, Moment::completed,
                  Moment::callback}) {
                CAPTURE(name_of(moment));
                CHECK(timeline.has(moment));
            }
            Picoseconds sum{0};
            timeline.for_each_stage([&](Moment, Picoseconds stage) { sum += stage; });
            CHECK(sum == timeline.latency());
        }
    });
}
