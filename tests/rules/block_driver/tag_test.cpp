// SPDX-License-Identifier: Apache-2.0
// Submitters that wait for a tag.
#include "tests/rules/block_driver/bench.h"

using namespace lookaside;
using namespace lookaside::test;
using block::Status;
using Parameters = ArrayBench::Parameters;

namespace {

Parameters with_tags(unsigned tags) {
    Parameters parameters;
    parameters.tags = tags;
    return parameters;
}

}  // namespace

TEST_CASE("a submitter sleeps until a tag is free") {
    ArrayBench bench;
    bench.run_with_driver(with_tags(2), [&](auto& driver) {
        HashRequests requests(bench, 3);
        requests[0].submit(bench, driver);
        requests[1].submit(bench, driver);
        const SimTime before = bench.kernel.now();
        requests[2].submit(bench, driver);
        // The card was told of the others first, though nobody had committed them.
        CHECK(bench.kernel.now() - before > 10_us);
        CHECK(requests[0].is_back());
        const Timeline& timeline = requests[2].request.timeline;
        CHECK(timeline.at(Moment::dispatched) - timeline.at(Moment::queued) > 10_us);
        driver.commit();
        bench.wait_until([&] { return requests.are_back(); });
        CHECK(requests.are_right());
    });
}

TEST_CASE("submitters get tags in the order in which they went to sleep") {
    ArrayBench bench;
    HashRequests requests(bench, 9);
    std::vector<std::size_t> order;
    bench.run_with_driver(with_tags(1), [&](auto& driver) {
        requests[8].submit(bench, driver);
        driver.commit();
        for (std::size_t i = 0; i < 8; ++i) {
            // Sleepers on four CPUs, one after another.
            bench.start("sleeper", static_cast<os::CpuId>(i % 4), [&, i] {
                bench.kernel.sleep(1_us * static_cast<std::int64_t>(i));
                requests[i].submit(bench, driver);
                order.push_back(i);
                driver.commit();
            });
        }
        bench.wait_until([&] { return requests.are_back(); });
        CHECK(requests.are_right());
        CHECK(order == std::vector<std::size_t>{0, 1, 2, 3, 4, 5, 6, 7});
    });
}

TEST_CASE("who comes later does not overtake a sleeper") {
    ArrayBench bench;
    HashRequests requests(bench, 3);
    bench.run_with_driver(with_tags(1), [&](auto& driver) {
        requests[0].submit(bench, driver);
        driver.commit();
        std::vector<int> order;
        bench.start("sleeper", 2, [&] {
            requests[1].submit(bench, driver);
            order.push_back(1);
            driver.commit();
        });
        // Submits in the moment in which the only tag comes back.
        requests[0].on_callback = [&] {
            bench.start("late", 3, [&] {
                requests[2].submit(bench, driver);
                order.push_back(2);
                driver.commit();
            });
        };
        bench.wait_until([&] { return requests.are_back(); });
        CHECK(order == std::vector<int>{1, 2});
    });
}
