// SPDX-License-Identifier: Apache-2.0
// What the driver does before it takes a request.
#include <string>

#include "base/error.h"
#include "tests/rules/block_driver/bench.h"

using namespace lookaside;
using namespace lookaside::test;
using drivers::engine_array::CompletionMode;
using Parameters = ArrayBench::Parameters;

namespace {

/// Message of the error that making a driver ends with.
template <typename Error>
std::string error_of_probe(ArrayBench& bench, const Parameters& parameters) {
    std::string message;
    bench.run([&] {
        try {
            ArrayBench::Driver(bench.kernel, bench.device, bench.timelines, parameters);
        } catch (const Error& error) {
            message = error.what();
        }
    });
    return message;
}

}  // namespace

TEST_CASE("the driver waits for the end of identification and then knows the card") {
    ArrayBench bench;
    bench.card.identification = 40_ms;
    bench.run_with_driver({}, [&](auto& driver) {
        CHECK(bench.kernel.now() >= 40_ms);
        CHECK(bench.kernel.now() < 42_ms);
        CHECK(driver.geometry().channels == 4);
        CHECK(driver.geometry().devices == 3);
        CHECK(driver.geometry().engines == 2);
        CHECK(driver.sectors() == 8192);
        CHECK(driver.capacity() == 1000);
        CHECK(driver.max_payload() == 4096);
    });
}

TEST_CASE("a function that is not the card is refused") {
    ArrayBench bench;
    bench.card.id = 0x12345678;
    CHECK(error_of_probe<SimulationError>(bench, {}).find("does not hold the card's ID") !=
          std::string::npos);
}

TEST_CASE("a card of which no device answers is refused, and says how many were asked") {
    ArrayBench bench;
    bench.card.no_device_answers = true;
    CHECK(error_of_probe<SimulationError>(bench, {}) ==
          "engine_array: none of the card's 12 devices answered identification");
}

TEST_CASE("a card that does not become ready is given up after the time-out") {
    ArrayBench bench;
    bench.card.never_ready = true;
    Parameters parameters;
    parameters.ready_timeout = 50_ms;
    CHECK(error_of_probe<SimulationError>(bench, parameters) ==
          "engine_array: the card is not ready after 50 ms");
    CHECK(sim_now() < 55_ms);
}

TEST_CASE("rings are set before the card is enabled, one queue pair after the other") {
    ArrayBench bench;
    Parameters parameters;
    parameters.queue_pairs = 3;
    parameters.ring_entries = 64;
    bench.run_with_driver(parameters, [&](auto&) {
        CHECK(bench.card.enabled());
        for (unsigned index = 0; index < 4; ++index) {
            CAPTURE(index);
            CHECK(bench.card.queue(index).size == (index < 3 ? 64U : 0U));
            CHECK(bench.card.queue(index).irq_enable == (index < 3 ? 1U : 0U));
        }
        CHECK(bench.card.queue(0).submissions % 4096 == 0);
        CHECK(bench.card.queue(0).completions % 4096 == 0);
        CHECK(bench.card.queue(0).submissions != bench.card.queue(1).submissions);
    });
}

TEST_CASE("coalescing is set in entries and whole microseconds") {
    ArrayBench bench;
    Parameters parameters;
    parameters.coalescing_entries = 12;
    parameters.coalescing_time = 34_us;
    bench.run_with_driver(
        parameters, [&](auto&) { CHECK(bench.card.queue(0).coalescing == (12U << 16 | 34U)); });
}

TEST_CASE("a polling driver leaves the interrupts off") {
    ArrayBench bench;
    Parameters parameters;
    parameters.completion = CompletionMode::poll;
    bench.run_with_driver(parameters, [&](auto&) { CHECK(bench.card.queue(0).irq_enable == 0); });
}

TEST_CASE("parameters out of range are an error of the user's") {
    ArrayBench bench;
    bench.run([&] {
        const auto is_refused = [&](auto&& change) {
            Parameters parameters;
            change(parameters);
            try {
                ArrayBench::Driver(bench.kernel, bench.device, bench.timelines, parameters);
            } catch (const InputError& error) {
                return std::string(error.what()).starts_with("engine_array: ");
            }
            return false;
        };
        CHECK(is_refused([](auto& parameters) { parameters.queue_pairs = 0; }));
        CHECK(is_refused([](auto& parameters) { parameters.queue_pairs = 9; }));
        // No power of two; always full; too long.
        for (const unsigned entries : {100U, 1U, 8192U}) {
            CHECK(is_refused([=](auto& parameters) { parameters.ring_entries = entries; }));
        }
        for (const unsigned tags : {0U, 4097U}) {
            CHECK(is_refused([=](auto& parameters) { parameters.tags = tags; }));
        }
        CHECK(is_refused([](auto& parameters) { parameters.coalescing_entries = 65'536; }));
        CHECK(is_refused([](auto& parameters) { parameters.coalescing_time = 65'536_us; }));
    });
}

TEST_CASE("keys are loaded word by word until no slot is left") {
    ArrayBench bench;
    bench.run_with_driver({}, [&](auto& driver) {
        const std::array<std::uint8_t, 32> key{};
        CHECK_THROWS_AS(driver.set_key(std::span(key).first(24)), InputError);
        for (unsigned slot = 0; slot < 16; ++slot) {
            CHECK(driver.set_key(key) == slot);
        }
        CHECK_THROWS_AS(driver.set_key(key), InputError);
    });
}
