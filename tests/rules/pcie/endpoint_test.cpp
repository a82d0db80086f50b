// SPDX-License-Identifier: Apache-2.0
// What an endpoint allows its function, and what a function's misbehaviour costs.
#include "base/error.h"
#include "tests/rules/pcie/test_system.h"
#include "tests/support/catch.h"

using namespace lookaside;
using namespace lookaside::pcie;
using namespace lookaside::pcie::test;

namespace {

struct Machine : TestSystem {
    explicit Machine(const SystemOptions& options = {}) : TestSystem(options), buffer(65536) {
        bus = memory.add_region(buffer);
    }
    std::vector<std::uint8_t> buffer;
    std::uint64_t bus = 0;
};

}  // namespace

TEST_CASE("requests over MPS, over MRRS, across 4 KB or of nothing are device bugs") {
    Machine machine;
    machine.run([&] {
        CHECK_THROWS_AS(machine.endpoint.write(machine.bus, pattern(129)), SimulationError);
        CHECK_THROWS_AS(machine.endpoint.read(machine.bus, 513), SimulationError);
        CHECK_THROWS_AS(machine.endpoint.write(machine.bus + 4090, pattern(8)), SimulationError);
        CHECK_THROWS_AS(machine.endpoint.read(machine.bus + 4000, 97), SimulationError);
        CHECK_THROWS_AS(machine.endpoint.read(machine.bus, 0), SimulationError);
        CHECK_NOTHROW(machine.endpoint.write(machine.bus + 4088, pattern(8)));
    });
    CHECK(machine.finished);
}

TEST_CASE("requests before the host enables bus mastering are device bugs") {
    Machine machine;
    CHECK_THROWS_AS(machine.endpoint.write(machine.bus, pattern(8)), SimulationError);
}

TEST_CASE("without extended tags 32 reads may be outstanding") {
    SystemOptions options;
    options.enumeration.extended_tags = false;
    options.link.transmit_queue_depth = 300;
    Machine machine(options);
    unsigned granted = 0;
    unsigned ready = 0;
    machine.device.on_ready = [&] { ++ready; };
    machine.run([&] {
        while (machine.endpoint.read(machine.bus, 4)) {
            ++granted;
        }
    });
    CHECK(granted == 32);
    CHECK(ready == 1);
    CHECK(machine.endpoint.reads_outstanding() == 0);
}

TEST_CASE("extended tags make it 256") {
    SystemOptions options;
    options.link.transmit_queue_depth = 300;
    Machine machine(options);
    unsigned granted = 0;
    machine.run([&] {
        while (machine.endpoint.read(machine.bus, 4)) {
            ++granted;
        }
    });
    CHECK(granted == 256);
}

TEST_CASE("10-bit tags make it 768, none of them a number that 8 bits could say") {
    SystemOptions options;
    options.endpoint.tags = 768;
    options.link.transmit_queue_depth = 800;
    Machine machine(options);
    ProtocolChecker checker(options.link, {}, CheckerDepth::full);
    machine.link.observe(checker);
    unsigned granted = 0;
    ReadTag lowest = 1023;
    machine.run([&] {
        while (const auto tag = machine.endpoint.read(machine.bus, 4)) {
            lowest = std::min(lowest, *tag);
            ++granted;
        }
    });
    checker.check_at_end();
    CHECK(granted == 768);
    CHECK(lowest == 256);
}

TEST_CASE("a full transmit queue refuses, and says when it has room again") {
    SystemOptions options;
    options.link.transmit_queue_depth = 4;
    Machine machine(options);
    unsigned accepted = 0;
    unsigned ready = 0;
    const auto push = [&] {
        while (accepted < 40 && machine.endpoint.write(machine.bus, pattern(128))) {
            ++accepted;
        }
    };
    machine.device.on_ready = [&] {
        ++ready;
        push();
    };
    unsigned at_once = 0;
    machine.run([&] {
        push();
        at_once = accepted;
    });
    // One on the wire, four in the queue, one at its door.
    CHECK(at_once == 6);
    CHECK(accepted == 40);
    CHECK(ready == 34);
}

TEST_CASE("a read that is never answered fails after the completion timeout") {
    SystemOptions options;
    options.endpoint.completion_timeout = 50_us;
    options.memory_latency = 200_us;
    Machine machine(options);
    machine.run([&] { REQUIRE(machine.endpoint.read(machine.bus, 64)); }, 1_ms);
    CHECK(machine.device.failures == std::vector<CompletionStatus>{CompletionStatus::timed_out});
    CHECK(machine.device.pieces.empty());
    CHECK(machine.endpoint.counters().unexpected_completions == 1);
}

TEST_CASE("a read that the root complex cuts arrives in address order with the last one marked") {
    SystemOptions options;
    options.root.max_completion_size = 64;
    Machine machine(options);
    machine.run([&] { REQUIRE(machine.endpoint.read(machine.bus + 0x30, 200)); });
    const auto& pieces = machine.device.pieces;
    REQUIRE(pieces.size() == 4);
    CHECK(pieces[0].data.size() == 16);
    CHECK(pieces[1].data.size() == 64);
    CHECK(pieces[3].data.size() == 56);
    Bytes offset = 0;
    for (const auto& piece : pieces) {
        CHECK(piece.offset == offset);
        offset += piece.data.size();
    }
    CHECK(pieces[3].last);
    CHECK_FALSE(pieces[2].last);
}

TEST_CASE("MSI-X enable and function mask follow the capability that the host writes") {
    Machine machine;
    bool enabled = false;
    bool masked = true;
    machine.run([&] {
        const unsigned at = machine.function.msix_capability;
        machine.root.config_write(at, config::msix_enable);
        enabled = machine.endpoint.msix_enabled();
        masked = machine.endpoint.msix_function_masked();
        machine.root.config_write(at, config::msix_enable | config::msix_function_mask);
    });
    CHECK(enabled);
    CHECK_FALSE(masked);
    CHECK(machine.endpoint.msix_function_masked());
}

TEST_CASE("read-only configuration bits keep their values") {
    Machine machine;
    std::uint32_t id = 0;
    std::uint32_t beyond = 1;
    machine.run([&] {
        machine.root.config_write(config::id, 0);
        id = machine.root.config_read(config::id);
        beyond = machine.root.config_read(0x200);
    });
    CHECK(id == 0x7024'10EE);
    CHECK(beyond == 0);
}

TEST_CASE("host memory refuses what is not wholly inside one region") {
    memory::HostMemory memory("memory", 100_ns);
    std::vector<std::uint8_t> first(100);
    std::vector<std::uint8_t> second(100);
    const std::uint64_t a = memory.add_region(first, 64);
    const std::uint64_t b = memory.add_region(second, 4096);
    CHECK(a % 64 == 0);
    CHECK(b % 4096 == 0);
    memory.write(b + 98, std::vector<std::uint8_t>{7, 8});
    CHECK(second[99] == 8);
    CHECK_THROWS_WITH(memory.write(a + 98, pattern(3)), Catch::Contains("3 bytes at 0x"));
    CHECK_THROWS_AS(memory.at(a - 1, 1), SimulationError);
    memory.remove_region(a);
    CHECK_FALSE(memory.contains(a, 1));
    CHECK(memory.contains(b, 100));
    CHECK_THROWS_AS(memory.remove_region(a), SimulationError);
}

TEST_CASE("memory of the model's own starts out zero") {
    memory::HostMemory memory("memory", 0_ns);
    const std::uint64_t address = memory.allocate(4096);
    std::vector<std::uint8_t> data(4096, 1);
    memory.read(address, data);
    CHECK(data == std::vector<std::uint8_t>(4096, 0));
}
