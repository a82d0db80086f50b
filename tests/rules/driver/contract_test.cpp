// SPDX-License-Identifier: Apache-2.0
// The asynchronous crypto contract as the driver keeps it.
#include "base/error.h"
#include "tests/rules/driver/workload_run.h"

using namespace lookaside;
using namespace lookaside::test;
using crypto_api::Status;
using crypto_api::Submit;
using drivers::ipsec_card::IpsecCardDriver;
using drivers::ipsec_card::Parameters;
using drivers::ipsec_card::Variant;

namespace {

void run_with_driver(Bench& bench, const Parameters& parameters,
                     const std::function<void(IpsecCardDriver&)>& body) {
    bench.run([&] {
        IpsecCardDriver driver(bench.kernel, bench.device, bench.timelines, parameters);
        const std::array<std::uint8_t, 16> key{};
        driver.set_key(key);
        body(driver);
    });
}

Parameters of_variant(Variant variant) {
    Parameters parameters;
    parameters.variant = variant;
    return parameters;
}

/// A list that fills up while the worker, on another CPU than the test, moves the first packet.
Parameters short_list() {
    Parameters parameters;
    parameters.queue_limit = 2;
    parameters.worker_cpu = 0;
    return parameters;
}

}  // namespace

TEST_CASE("a full list refuses a request, and nobody calls back for it") {
    Bench bench;
    run_with_driver(bench, short_list(), [&](IpsecCardDriver& driver) {
        std::deque<SingleRequest> requests;
        std::vector<Submit> results;
        for (int i = 0; i < 6; ++i) {
            results.push_back(requests.emplace_back(bench, 1500).submit(bench, driver));
        }
        bench.kernel.sleep(1_ms);
        CHECK(std::ranges::count(results, Submit::refused) > 0);
        for (std::size_t i = 0; i < requests.size(); ++i) {
            const std::size_t callbacks = results[i] == Submit::refused ? 0 : 1;
            CHECK(requests[i].callbacks.size() == callbacks);
        }
    });
}

TEST_CASE("a backlogged request hears twice: that it moved up, and how it ended") {
    Bench bench;
    run_with_driver(bench, short_list(), [&](IpsecCardDriver& driver) {
        std::deque<SingleRequest> requests;
        std::vector<Submit> results;
        for (int i = 0; i < 6; ++i) {
            SingleRequest& request = requests.emplace_back(bench, 1500);
            request.aead.may_backlog = true;
            results.push_back(request.submit(bench, driver));
        }
        bench.kernel.sleep(1_ms);
        CHECK(std::ranges::count(results, Submit::backlogged) > 0);
        CHECK(std::ranges::count(results, Submit::refused) == 0);
        for (std::size_t i = 0; i < requests.size(); ++i) {
            if (results[i] == Submit::backlogged) {
                CHECK(requests[i].callbacks == std::vector{Status::in_progress, Status::ok});
            } else {
                CHECK(requests[i].callbacks == std::vector{Status::ok});
            }
        }
    });
}

TEST_CASE("submit does not wait for the card") {
    Bench bench;
    run_with_driver(bench, {}, [&](IpsecCardDriver& driver) {
        SingleRequest request(bench, 1500);
        const SimTime before = bench.kernel.now();
        CHECK(request.submit(bench, driver) == Submit::in_progress);
        CHECK(bench.kernel.now() - before < bench.card.h2c.time_a_transfer);
        bench.kernel.sleep(1_ms);
        CHECK(request.callbacks.size() == 1);
    });
}

TEST_CASE("bad buffers, lengths and keys are refused at once") {
    Bench bench;
    run_with_driver(bench, {}, [&](IpsecCardDriver& driver) {
        const auto result_of = [&](const std::function<void(crypto_api::AeadRequest&)>& spoil) {
            SingleRequest request(bench, 4_KiB);
            request.aead.payload = request.aead.payload.first(1500);
            spoil(request.aead);
            const Submit result = request.submit(bench, driver);
            bench.kernel.sleep(100_us);
            CHECK(request.callbacks.size() == (result == Submit::invalid ? 0 : 1));
            return result;
        };
        const std::vector<std::uint8_t> bytes(2_KiB);
        const std::span<const std::uint8_t> span = bytes;
        CHECK(result_of([](auto&) {}) == Submit::in_progress);
        CHECK(result_of([](auto& r) { r.payload = r.payload.first(0); }) == Submit::invalid);
        CHECK(result_of([&](auto& r) { r.iv = span.first(16); }) == Submit::invalid);
        CHECK(result_of([&](auto& r) { r.aad = span.first(33); }) == Submit::invalid);
        CHECK(result_of([&](auto& r) { r.aad = span.first(32); }) == Submit::in_progress);
        CHECK(result_of([](auto& r) { r.tag = r.tag.first(12); }) == Submit::invalid);
        CHECK(result_of([](auto& r) { r.key = 1; }) == Submit::invalid);
    });
}

TEST_CASE("a payload one byte over the card's limit is refused") {
    Bench bench;
    run_with_driver(bench, {}, [&](IpsecCardDriver& driver) {
        CHECK(driver.max_payload() == 1968);
        SingleRequest fits(bench, 1968);
        SingleRequest too_long(bench, 1969);
        CHECK(too_long.submit(bench, driver) == Submit::invalid);
        CHECK(fits.submit(bench, driver) == Submit::in_progress);
        bench.kernel.sleep(1_ms);
    });
}

TEST_CASE("the card holds sixteen keys of 16 or 32 bytes") {
    Bench bench;
    bench.run([&] {
        IpsecCardDriver driver(bench.kernel, bench.device, bench.timelines, {});
        const std::vector<std::uint8_t> key(32);
        CHECK_THROWS_AS(driver.set_key(std::span(key).first(24)), InputError);
        for (unsigned i = 0; i < 16; ++i) {
            CHECK(driver.set_key(std::span(key).first(i % 2 == 0 ? 16 : 32)) == i);
        }
        CHECK_THROWS_AS(driver.set_key(key), InputError);
    });
}

TEMPLATE_TEST_CASE_SIG("requests come back in the order they were submitted", "",
                       ((Variant variant), variant), Variant::serial, Variant::pipelined) {
    Bench bench;
    run_with_driver(bench, of_variant(variant), [&](IpsecCardDriver& driver) {
        std::deque<SingleRequest> requests;
        std::vector<int> order;
        for (int i = 0; i < 20; ++i) {
            SingleRequest& request = requests.emplace_back(bench, 100);
            request.aead.complete = [&order, i](Status) { order.push_back(i); };
            REQUIRE(request.submit(bench, driver) == Submit::in_progress);
        }
        bench.kernel.sleep(2_ms);
        REQUIRE(order.size() == requests.size());
        CHECK(std::ranges::is_sorted(order));
    });
}
