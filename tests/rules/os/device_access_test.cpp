// SPDX-License-Identifier: Apache-2.0
// Rules of register access and DMA memory.
#include <vector>

#include "tests/rules/os/machine.h"
#include "tests/support/catch.h"

using namespace lookaside;
using namespace lookaside::os;
using namespace lookaside::os::test;

TEST_CASE("an MMIO read stalls the core for the round trip, and interrupts wait for it") {
    Machine machine(profile(1, {compute_price, {Cost::mmio_read, 40_ns}}));
    machine.device.round_trip = 2_us;
    machine.device.words[1] = 0x1234;
    std::uint32_t value = 0;
    SimTime returned{0};
    SimTime handled{0};
    machine.thread("reader", 0, [&] {
        machine.on_interrupt(0, [&] { handled = machine.kernel.now(); });
        value = machine.pci->bar(0).read32(4);
        returned = machine.kernel.now();
    });
    machine.raise_at(1_us, 0);
    machine.run();
    CHECK(value == 0x1234);
    CHECK(returned == 2_us + 40_ns);
    CHECK(handled == 2_us + 40_ns);
    CHECK(machine.time_of("cpu0", "mmio_stall") == 2_us);
}

TEST_CASE("an MMIO write leaves at the time spent so far and does not wait") {
    Machine machine(profile(1, {compute_price, {Cost::mmio_write, 60_ns}}));
    machine.device.round_trip = 2_us;
    SimTime returned{0};
    machine.thread("writer", 0, [&] {
        machine.compute(300);
        machine.pci->bar(0).write32(8, 7);
        machine.compute(100);
        machine.pci->bar(0).write32(8, 9);
        returned = machine.kernel.now();
    });
    machine.run();
    REQUIRE(machine.device.writes.size() == 2);
    CHECK(machine.device.writes[0].second == 360_ns);
    CHECK(machine.device.writes[1].second == 520_ns);
    CHECK(returned == 520_ns);
}

TEST_CASE("a register outside the window ends the run") {
    Machine machine(profile(1, {}));
    bool done = false;
    machine.thread("writer", 0, [&] {
        CHECK_THROWS_AS(machine.pci->bar(0).write32(0x4000, 1), SimulationError);
        CHECK_THROWS_AS(machine.pci->bar(1), SimulationError);
        done = true;
    });
    machine.run();
    CHECK(done);
}

TEST_CASE("request_irq programs and unmasks the vector's MSI-X entry") {
    Machine machine(profile(1, {}));
    machine.device.words[(Machine::msix_table + 16 + 12) / 4] = 1;  // masked after reset
    machine.thread("setup", 0, [&] {
        machine.on_interrupt(0, [] {});
        CHECK(machine.msix_enabled);
        machine.on_interrupt(0, [] {});
    });
    machine.run();
    const std::size_t entry = (Machine::msix_table + 16) / 4;
    CHECK(machine.device.words[entry] == 0xFEE0'0000);
    CHECK(machine.device.words[entry + 1] == 0);
    CHECK(machine.device.words[entry + 2] == Machine::first_irq + 1);
    CHECK(machine.device.words[entry + 3] == 0);
}

TEST_CASE("a device reaches a buffer only while it is mapped") {
    Machine machine(profile(1, {}));
    machine.thread("driver", 0, [&] {
        const auto buffer = machine.kernel.dma().alloc_buffer(1500);
        const std::uint64_t bus = machine.kernel.dma().map_single(buffer, DmaDirection::to_device);
        CHECK(machine.memory.contains(bus, 1500));
        buffer[7] = 0xAB;
        CHECK(machine.memory.at(bus, 1500)[7] == 0xAB);
        machine.kernel.dma().unmap_single(bus, 1500, DmaDirection::to_device);
        CHECK_FALSE(machine.memory.contains(bus, 1));
        CHECK_THROWS_AS(machine.kernel.dma().unmap_single(bus, 1500, DmaDirection::to_device),
                        SimulationError);
    });
    machine.run();
}

TEST_CASE("a buffer of up to a page never crosses a page, also in part") {
    Machine machine(profile(1, {}));
    machine.thread("driver", 0, [&] {
        for (const Bytes size : {Bytes{64}, Bytes{1500}, Bytes{2049}, Bytes{4096}}) {
            const auto part = machine.kernel.dma().alloc_buffer(size).subspan(14);
            const std::uint64_t bus =
                machine.kernel.dma().map_single(part, DmaDirection::from_device);
            CHECK(bus % 4096 % 64 == 14);
            CHECK(bus / 4096 == (bus + part.size() - 1) / 4096);
        }
    });
    machine.run();
}

namespace {

/// When map_single() and then unmap_single() of 1000 bytes for the device return.
std::pair<SimTime, SimTime> map_and_unmap(bool coherent) {
    CpuProfile cpu = profile(
        1, {{Cost::dma_map, 50_ns}, {Cost::dma_unmap, 30_ns}, {Cost::dma_sync_per_byte, 1_ns}});
    cpu.coherent = coherent;
    Machine machine(cpu);
    SimTime mapped{0};
    SimTime unmapped{0};
    machine.thread("driver", 0, [&] {
        const auto buffer = machine.kernel.dma().alloc_buffer(1000);
        const std::uint64_t bus = machine.kernel.dma().map_single(buffer, DmaDirection::to_device);
        mapped = machine.kernel.now();
        machine.kernel.dma().unmap_single(bus, 1000, DmaDirection::to_device);
        unmapped = machine.kernel.now();
    });
    machine.run();
    return {mapped, unmapped};
}

}  // namespace

TEST_CASE("coherent DMA memory needs no maintenance") {
    CHECK(map_and_unmap(true) == std::pair<SimTime, SimTime>{50_ns, 80_ns});
}

TEST_CASE("where DMA is not coherent, mapping for the device writes back every byte") {
    CHECK(map_and_unmap(false) == std::pair<SimTime, SimTime>{1'050_ns, 1'080_ns});
}
