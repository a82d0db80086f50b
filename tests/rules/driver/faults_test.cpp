// SPDX-License-Identifier: Apache-2.0
// Every request comes back, whatever the card does.
#include "tests/rules/driver/bench.h"

using namespace lookaside;
using namespace lookaside::test;
using crypto_api::Direction;
using crypto_api::Status;
using crypto_api::Submit;
using drivers::ipsec_card::IpsecCardDriver;
using drivers::ipsec_card::Parameters;
using drivers::ipsec_card::Variant;

namespace {

constexpr Bytes size = 320;

Parameters with_short_timeouts(Variant variant) {
    Parameters parameters;
    parameters.variant = variant;
    parameters.dma_timeout = 100_us;
    parameters.core_timeout = 200_us;
    return parameters;
}

/// Submits one request and waits until it has come back.
Status round_trip(Bench& bench, crypto_api::AeadProvider& driver) {
    SingleRequest request(bench, size);
    REQUIRE(request.submit(bench, driver) == Submit::in_progress);
    for (int i = 0; i < 1000 && request.callbacks.empty(); ++i) {
        bench.kernel.sleep(10_us);
    }
    REQUIRE(request.callbacks.size() == 1);
    CHECK(request.aead.timeline.is_ordered());
    return request.callbacks.front();
}

void run_with_driver(Bench& bench, const Parameters& parameters,
                     const std::function<void(IpsecCardDriver&)>& body) {
    bench.run([&] {
        IpsecCardDriver driver(bench.kernel, bench.device, bench.timelines, parameters);
        const std::array<std::uint8_t, 16> key{};
        REQUIRE(driver.set_key(key) == 0);
        body(driver);
    });
}

}  // namespace

TEMPLATE_TEST_CASE_SIG(
    "a core that does not answer times the request out, and the next one goes through", "",
    ((Variant variant), variant), Variant::serial, Variant::poll, Variant::pipelined) {
    Bench bench;
    bench.card.core.unanswered = {0};
    run_with_driver(bench, with_short_timeouts(variant), [&](auto& driver) {
        CHECK(round_trip(bench, driver) == Status::timed_out);
        CHECK(round_trip(bench, driver) == Status::ok);
    });
}

TEMPLATE_TEST_CASE_SIG(
    "slots the card never gives back leave the others usable; without any, requests fail", "",
    ((Variant variant), variant), Variant::serial, Variant::poll, Variant::pipelined) {
    Bench bench;
    bench.card.core.unanswered = {0, 1, 2, 4, 5, 6, 7, 8};
    run_with_driver(bench, with_short_timeouts(variant), [&](auto& driver) {
        for (std::uint64_t job = 0; job < 9; ++job) {
            CHECK(round_trip(bench, driver) == (job == 3 ? Status::ok : Status::timed_out));
        }
        CHECK(round_trip(bench, driver) == Status::io_error);
    });
}

TEMPLATE_TEST_CASE_SIG("a slot the card finishes too late is used again", "",
                       ((Variant variant), variant), Variant::serial, Variant::poll,
                       Variant::pipelined) {
    Bench bench;
    // Each answer comes after the driver has given up on it.
    bench.card.core.time_a_job = 300_us;
    run_with_driver(bench, with_short_timeouts(variant), [&](auto& driver) {
        for (int i = 0; i < 10; ++i) {
            CHECK(round_trip(bench, driver) == Status::timed_out);
            bench.kernel.sleep(1_ms);
        }
        bench.card.core.time_a_job = 4_us;
        CHECK(round_trip(bench, driver) == Status::ok);
    });
}

TEMPLATE_TEST_CASE_SIG("a transfer that fails is an I/O error, and the engine goes on", "",
                       ((Variant variant), variant), Variant::serial, Variant::poll,
                       Variant::pipelined) {
    Bench bench;
    bench.card.h2c.failing = {0};
    bench.card.c2h.failing = {0};
    run_with_driver(bench, with_short_timeouts(variant), [&](auto& driver) {
        CHECK(round_trip(bench, driver) == Status::io_error);  // H2C
        CHECK(round_trip(bench, driver) == Status::io_error);  // C2H
        CHECK(round_trip(bench, driver) == Status::ok);
    });
}

TEMPLATE_TEST_CASE_SIG("a transfer that hangs is stopped and times out, and the engine goes on", "",
                       ((Variant variant), variant), Variant::serial, Variant::poll,
                       Variant::pipelined) {
    Bench bench;
    bench.card.h2c.hanging = {0};
    bench.card.c2h.hanging = {0};
    run_with_driver(bench, with_short_timeouts(variant), [&](auto& driver) {
        CHECK(round_trip(bench, driver) == Status::timed_out);  // H2C
        CHECK(round_trip(bench, driver) == Status::timed_out);  // C2H
        CHECK(round_trip(bench, driver) == Status::ok);
    });
}

TEMPLATE_TEST_CASE_SIG("the card reaches a request's buffers only while it works on it", "",
                       ((Variant variant), variant), Variant::serial, Variant::poll,
                       Variant::pipelined) {
    Bench bench;
    run_with_driver(bench, with_short_timeouts(variant), [&](auto& driver) {
        CHECK(round_trip(bench, driver) == Status::ok);
        CHECK(bench.card.h2c.addresses.size() == 2);  // header and payload
        CHECK(bench.card.c2h.addresses.size() == 2);  // payload and tag
        for (const auto& addresses : {bench.card.h2c.addresses, bench.card.c2h.addresses}) {
            for (const std::uint64_t address : addresses) {
                CHECK_FALSE(bench.memory.contains(address, 1));
            }
        }
    });
}

TEMPLATE_TEST_CASE_SIG("a wrong tag is a bad message, and the buffer stays as it was", "",
                       ((Variant variant), variant), Variant::serial, Variant::poll,
                       Variant::pipelined) {
    Bench bench;
    run_with_driver(bench, with_short_timeouts(variant), [&](auto& driver) {
        SingleRequest request(bench, size);
        request.aead.direction = Direction::decrypt;
        std::ranges::fill(request.aead.payload, std::uint8_t{0xA5});
        request.submit(bench, driver);
        bench.kernel.sleep(1_ms);
        REQUIRE(request.callbacks == std::vector{Status::bad_message});
        CHECK(std::ranges::count(request.aead.payload, 0xA5) == size);
        CHECK(bench.card.c2h.runs == 0);
    });
}
