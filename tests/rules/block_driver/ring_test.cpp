// SPDX-License-Identifier: Apache-2.0
// The rules of the two rings.
#include "tests/rules/block_driver/bench.h"

using namespace lookaside;
using namespace lookaside::test;
using block::Status;
using drivers::engine_array::CompletionMode;
using Parameters = ArrayBench::Parameters;

namespace {

Parameters small_ring(unsigned entries, unsigned tags) {
    Parameters parameters;
    parameters.ring_entries = entries;
    parameters.tags = tags;
    return parameters;
}

}  // namespace

TEST_CASE("a request carries its fields to the card and its digest back") {
    ArrayBench bench;
    bench.run_with_driver({}, [&](auto& driver) {
        HashRequest request(bench, 4096);
        request.request.priority = 3;
        request.request.sector = 72;
        request.submit(bench, driver);
        driver.commit();
        bench.wait_until([&] { return request.is_back(); });
        CHECK(request.ended(Status::ok));
        CHECK(request.has_digest());
        const auto& task = bench.card.tasks.at(0);
        CHECK(task.opcode == 0);
        CHECK(task.priority == 3);
        CHECK(task.sector == 72);
        CHECK(task.payload_length == 4096);
    });
}

TEST_CASE("both rings wrap many times, and no entry is read twice or missed") {
    ArrayBench bench;
    bench.run_with_driver(small_ring(4, 3), [&](auto& driver) {
        HashRequests requests(bench, 50);
        requests.submit(bench, driver);
        bench.wait_until([&] { return requests.are_back(); });
        CHECK(requests.are_right());
        CHECK(bench.card.tasks.size() == 50);
    });
}

TEST_CASE("requests that end in another order get their own results") {
    ArrayBench bench;
    // The later a task of eight begins, the earlier it ends.
    bench.card.time_of_task = [](std::uint64_t number) {
        return 10_us * static_cast<std::int64_t>(8 - number % 8);
    };
    bench.run_with_driver(small_ring(16, 8), [&](auto& driver) {
        HashRequests requests(bench, 8);
        std::vector<std::size_t> order;
        for (std::size_t i = 0; i < 8; ++i) {
            requests[i].on_callback = [&order, i] { order.push_back(i); };
        }
        requests.submit(bench, driver);
        bench.wait_until([&] { return requests.are_back(); });
        CHECK(requests.are_right());
        CHECK(order == std::vector<std::size_t>{7, 6, 5, 4, 3, 2, 1, 0});
    });
}

TEST_CASE("no tag is in use twice, whatever the order of completion") {
    ArrayBench bench;
    bench.card.time_of_task = [](std::uint64_t number) {
        return 1_us + 1_us * static_cast<std::int64_t>(number * 7 % 31);
    };
    bench.run_with_driver(small_ring(16, 11), [&](auto& driver) {
        HashRequests requests(bench, 300);
        requests.submit(bench, driver);
        bench.wait_until([&] { return requests.are_back(); });
        CHECK(requests.are_right());
        CHECK(bench.card.most_in_card == 11);  // the card itself complains of a tag used twice
    });
}

TEST_CASE("the doorbell waits for commit and then stands for all tasks") {
    ArrayBench bench;
    bench.run_with_driver({}, [&](auto& driver) {
        HashRequests requests(bench, 5);
        for (const auto& request : requests.all) {
            request->submit(bench, driver);
        }
        bench.kernel.sleep(1_ms);
        CHECK(bench.card.tails.empty());
        driver.commit();
        CHECK(bench.card.tails == std::vector<std::uint32_t>{5});
        driver.commit();
        CHECK(bench.card.tails.size() == 1);
        bench.wait_until([&] { return requests.are_back(); });
    });
}

TEST_CASE("a long row of tasks is handed on in pieces of 32") {
    ArrayBench bench;
    bench.run_with_driver({}, [&](auto& driver) {
        HashRequests requests(bench, 70);
        requests.submit(bench, driver);
        CHECK(bench.card.tails == std::vector<std::uint32_t>{32, 64, 70});
        bench.wait_until([&] { return requests.are_back(); });
    });
}

TEST_CASE("a full ring holds submitters up until the card has read entries") {
    ArrayBench bench;
    bench.card.capacity = 2;
    // 32 tags, but room for 7 entries.
    bench.run_with_driver(small_ring(8, 32), [&](auto& driver) {
        HashRequests requests(bench, 40);
        requests.submit(bench, driver);
        bench.wait_until([&] { return requests.are_back(); });
        CHECK(requests.are_right());
        for (std::size_t i = 0; i < 40; ++i) {
            CHECK(requests[i].ended(Status::ok));
        }
    });
}

TEST_CASE("read entries are given back once for each look, not once for each entry") {
    ArrayBench bench;
    Parameters parameters = small_ring(64, 32);
    parameters.coalescing_entries = 16;
    parameters.coalescing_time = 1000_us;
    bench.run_with_driver(parameters, [&](auto& driver) {
        HashRequests requests(bench, 32);
        requests.submit(bench, driver);
        bench.wait_until([&] { return requests.are_back(); });
        CHECK(requests.are_right());
        CHECK(bench.card.heads.size() <= 2);
        CHECK(bench.card.heads.back() == 32);
    });
}

TEST_CASE("one interrupt may stand for many completions") {
    ArrayBench bench;
    Parameters parameters = small_ring(64, 32);
    parameters.coalescing_entries = 8;
    parameters.coalescing_time = 1000_us;
    bench.card.time_of_task = [](std::uint64_t number) {
        return 10_us * static_cast<std::int64_t>(1 + number);
    };
    bench.run_with_driver(parameters, [&](auto& driver) {
        HashRequests requests(bench, 32);
        requests.submit(bench, driver);
        bench.wait_until([&] { return requests.are_back(); });
        CHECK(requests.are_right());
        CHECK(bench.card.messages == 4);
    });
}

TEST_CASE("the coalescing time brings the last completions in") {
    ArrayBench bench;
    Parameters parameters = small_ring(64, 32);
    parameters.coalescing_entries = 8;
    parameters.coalescing_time = 100_us;
    bench.run_with_driver(parameters, [&](auto& driver) {
        HashRequests requests(bench, 3);
        requests.submit(bench, driver);
        const SimTime submitted = bench.kernel.now();
        bench.wait_until([&] { return requests.are_back(); });
        CHECK(requests.are_right());
        CHECK(bench.card.messages == 1);
        CHECK(bench.kernel.now() - submitted >= 110_us);
    });
}

TEST_CASE("a polling driver needs no interrupt") {
    ArrayBench bench;
    Parameters parameters = small_ring(8, 7);
    parameters.completion = CompletionMode::poll;
    bench.run_with_driver(parameters, [&](auto& driver) {
        HashRequests requests(bench, 30);
        requests.submit(bench, driver);
        bench.wait_until([&] { return requests.are_back(); });
        CHECK(requests.are_right());
        CHECK(bench.card.messages == 0);
    });
}

TEST_CASE("each CPU submits through its own queue pair as far as they go") {
    ArrayBench bench;
    Parameters parameters;
    parameters.queue_pairs = 2;
    HashRequests requests(bench, 4);
    bench.run_with_driver(parameters, [&](auto& driver) {
        for (unsigned cpu = 0; cpu < 4; ++cpu) {
            bench.start("submitter", cpu, [&, cpu] {
                requests[cpu].submit(bench, driver);
                driver.commit();
            });
        }
        bench.wait_until([&] { return requests.are_back(); });
        CHECK(requests.are_right());
        CHECK(bench.card.queue(0).completed == 2);
        CHECK(bench.card.queue(1).completed == 2);
    });
}
