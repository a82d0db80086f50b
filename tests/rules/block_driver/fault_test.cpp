// SPDX-License-Identifier: Apache-2.0
// Every request comes back, whatever the card does.
#include "base/error.h"
#include "tests/rules/block_driver/bench.h"

using namespace lookaside;
using namespace lookaside::test;
using block::Status;
using datasheet::engine_array::TaskStatus;
using drivers::engine_array::CompletionMode;
using Parameters = ArrayBench::Parameters;

namespace {

Parameters with_timeout(unsigned tags, CompletionMode completion = CompletionMode::interrupt) {
    Parameters parameters;
    parameters.tags = tags;
    parameters.completion = completion;
    parameters.request_timeout = 200_us;
    return parameters;
}

}  // namespace

TEMPLATE_TEST_CASE_SIG("a lost completion times its request out, by name, and no other", "",
                       ((CompletionMode mode), mode), CompletionMode::interrupt,
                       CompletionMode::poll) {
    ArrayBench bench;
    bench.card.unanswered = {1};
    bench.run_with_driver(with_timeout(4, mode), [&](auto& driver) {
        HashRequests requests(bench, 3);
        requests[1].request.sector = 40;
        requests.submit(bench, driver);
        bench.wait_until([&] { return requests.are_back(); });
        CHECK(requests[0].ended(Status::ok));
        CHECK(requests[1].ended(Status::timed_out));
        CHECK(requests[2].ended(Status::ok));
        CHECK(requests[1].request.timeline.latency() > 200_us);
        CHECK(requests[1].request.timeline.latency() < 210_us);
        CHECK(requests[1].request.timeline.is_ordered());
        CHECK(driver.describe_timeouts() ==
              std::vector<std::string>{"engine_array: queue pair 0, tag 1 (hash at sector 40) "
                                       "timed out after 200 us"});
    });
}

TEST_CASE("the tag of a request that timed out is not used again") {
    ArrayBench bench;
    bench.card.unanswered = {0};
    bench.run_with_driver(with_timeout(2), [&](auto& driver) {
        HashRequests requests(bench, 20);
        requests.submit(bench, driver);
        bench.wait_until([&] { return requests.are_back(); });
        CHECK(requests[0].ended(Status::timed_out));
        for (std::size_t i = 1; i < 20; ++i) {
            CHECK(requests[i].ended(Status::ok));
        }
    });
}

TEST_CASE("an answer that comes too late harms nobody and frees the tag") {
    ArrayBench bench;
    bench.card.time_of_task = [](std::uint64_t number) { return number == 0 ? 500_us : 10_us; };
    bench.run_with_driver(with_timeout(1), [&](auto& driver) {
        HashRequests requests(bench, 2);
        requests[0].submit(bench, driver);
        driver.commit();
        bench.wait_until([&] { return requests[0].is_back(); });
        CHECK(requests[0].ended(Status::timed_out));
        bench.kernel.sleep(1_ms);
        requests[1].submit(bench, driver);
        driver.commit();
        bench.wait_until([&] { return requests[1].is_back(); });
        CHECK(requests[1].ended(Status::ok));
        CHECK(requests[0].ended(Status::timed_out));  // and was not called back again
    });
}

TEST_CASE("a lost interrupt is made up for when the time is over") {
    ArrayBench bench;
    bench.card.silent = {0};
    bench.run_with_driver(with_timeout(2), [&](auto& driver) {
        HashRequest request(bench);
        request.submit(bench, driver);
        driver.commit();
        bench.wait_until([&] { return request.is_back(); });
        CHECK(request.ended(Status::ok));
        CHECK(request.has_digest());
        CHECK(request.request.timeline.latency() >= 200_us);
        CHECK(request.request.timeline.is_ordered());
        CHECK(driver.describe_timeouts().empty());
    });
}

TEST_CASE("when the card keeps all tags, requests fail instead of sleeping for ever") {
    ArrayBench bench;
    bench.card.unanswered = {0, 1};
    bench.run_with_driver(with_timeout(2), [&](auto& driver) {
        HashRequests requests(bench, 4);
        requests.submit(bench, driver);  // the third one sleeps for a tag
        bench.wait_until([&] { return requests.are_back(); });
        CHECK(requests[0].ended(Status::timed_out));
        CHECK(requests[1].ended(Status::timed_out));
        CHECK(requests[2].ended(Status::io_error));
        CHECK(requests[3].ended(Status::io_error));
    });
}

TEST_CASE("requests that keep coming do not put the time-out off") {
    ArrayBench bench;
    bench.card.unanswered = {0};
    bench.run_with_driver(with_timeout(8), [&](auto& driver) {
        HashRequest lost(bench);
        lost.submit(bench, driver);
        driver.commit();
        HashRequests others(bench, 100);
        for (const auto& request : others.all) {
            request->submit(bench, driver);
            driver.commit();
            bench.kernel.sleep(20_us);
        }
        bench.wait_until([&] { return others.are_back(); });
        CHECK(lost.ended(Status::timed_out));
        CHECK(lost.request.timeline.latency() < 210_us);
        CHECK(others.are_right());
    });
}

TEST_CASE("what the card says of a task is what its owner hears") {
    ArrayBench bench;
    bench.card.failing = {{0, TaskStatus::invalid},
                          {1, TaskStatus::bad_tag},
                          {2, TaskStatus::no_device},
                          {3, static_cast<TaskStatus>(77)}};
    bench.run_with_driver(with_timeout(8), [&](auto& driver) {
        HashRequests requests(bench, 5);
        requests.submit(bench, driver);
        bench.wait_until([&] { return requests.are_back(); });
        CHECK(requests[0].ended(Status::invalid));
        CHECK(requests[1].ended(Status::bad_message));
        CHECK(requests[2].ended(Status::io_error));
        CHECK(requests[3].ended(Status::io_error));
        CHECK(requests[4].ended(Status::ok));
    });
}

TEST_CASE("a completion for a tag that is not in flight is an error") {
    ArrayBench bench;
    bench.run([&] {
        block::HardwareContext context(bench.kernel, "queue", 2);
        block::Request request;
        context.start(1, request, 1_ms);
        CHECK(context.claim(1).request == &request);
        CHECK_THROWS_AS(context.claim(1), SimulationError);  // answered already
        CHECK_THROWS_AS(context.claim(0), SimulationError);  // never started
        CHECK_THROWS_AS(context.claim(2), SimulationError);  // there is no such tag
    });
}
