// SPDX-License-Identifier: Apache-2.0
// What CPU and device can do to each other across the link.
#include "tests/rules/pcie/test_system.h"
#include "tests/support/catch.h"

using namespace lookaside;
using namespace lookaside::pcie;
using namespace lookaside::pcie::test;

TEST_CASE("enumeration sizes the BARs, gives them addresses and programs the function") {
    TestSystem system;
    system.run([] {});
    REQUIRE(system.finished);
    CHECK(system.function.vendor == 0x10EE);
    REQUIRE(system.function.bars.size() == 2);
    CHECK(system.function.bars[0].size == 4096);
    CHECK(system.function.bars[1].size == 65536);
    CHECK(system.bar(2) % 65536 == 0);
    CHECK(system.function.max_payload_size == 128);
    CHECK(system.endpoint.max_read_request_size() == 512);
    CHECK(system.endpoint.bus_master_enabled());
    CHECK(system.function.msix_vectors == 8);
    CHECK(system.function.msix_bar == 2);
    CHECK(system.function.msix_table_offset == 0x8000);
    CHECK_FALSE(system.endpoint.msix_enabled());
}

TEST_CASE("a CPU reads back from a BAR what it wrote there") {
    TestSystem system;
    std::uint64_t value = 0;
    system.run([&] {
        system.root.mmio_write(system.bar(0) + 0x10, 0x12345678, 4);
        system.root.mmio_write(system.bar(0) + 0x15, 0xAB, 1);
        value = system.root.mmio_read(system.bar(0) + 0x10, 8);
    });
    CHECK(value == 0x0000AB0012345678);
    REQUIRE(system.device.writes.size() == 2);
    CHECK(system.device.writes[1].offset == 0x15);
    CHECK(system.device.writes[1].data == std::vector<std::uint8_t>{0xAB});
}

TEST_CASE("a CPU read that no BAR claims gives all ones") {
    TestSystem system;
    std::uint64_t beyond_bar = 0;
    std::uint64_t no_window = 0;
    system.run([&] {
        beyond_bar = system.root.mmio_read(system.bar(0) + 0x8000, 4);
        no_window = system.root.mmio_read(0xD000'0000, 4);
    });
    CHECK(beyond_bar == 0xFFFFFFFF);
    CHECK(no_window == 0xFFFFFFFF);
    CHECK(system.endpoint.counters().unsupported_requests == 1);
    CHECK(system.root.unsupported_requests() == 2);
}

TEST_CASE("a posted write returns at once and a read takes the round trip") {
    TestSystem system;
    SimTime write_time{};
    SimTime read_time{};
    system.run([&] {
        const SimTime start = sim_now();
        system.root.mmio_write(system.bar(0), 1, 4);
        write_time = sim_now() - start;
        system.root.mmio_read(system.bar(0), 4);
        read_time = sim_now() - start;
    });
    CHECK(write_time == 0_ns);
    // 175 ns each way; a 20-byte request behind a 24-byte write, a 24-byte completion, at 2 B/ns.
    CHECK(read_time == 350_ns + 12_ns + 10_ns + 12_ns);
}

TEST_CASE("a device writes to host memory and reads it back") {
    TestSystem system;
    std::vector<std::uint8_t> buffer(4096);
    const std::uint64_t bus = system.memory.add_region(buffer);
    const auto data = pattern(100);
    std::optional<ReadTag> tag;
    system.run([&] {
        REQUIRE(system.endpoint.write(bus + 3, data));
        tag = system.endpoint.read(bus + 3, 100);
    });
    CHECK(std::equal(data.begin(), data.end(), buffer.begin() + 3));
    REQUIRE(tag);
    std::vector<std::uint8_t> read;
    for (const auto& piece : system.device.pieces) {
        CHECK(piece.tag == *tag);
        CHECK(piece.offset == read.size());
        read.insert(read.end(), piece.data.begin(), piece.data.end());
    }
    CHECK(read == data);
    CHECK(system.device.pieces.back().last);
    CHECK(system.endpoint.reads_outstanding() == 0);
}

TEST_CASE("an MSI reaches the interrupt controller behind the data written before it") {
    TestSystem system;
    std::vector<std::uint8_t> buffer(4096);
    const std::uint64_t bus = system.memory.add_region(buffer);
    const auto data = pattern(128);
    bool data_was_there = false;
    system.on_interrupt = [&] {
        data_was_there = std::equal(data.begin(), data.end(), buffer.begin() + 128);
    };
    system.run([&] {
        const unsigned msi = system.function.msi_capability;
        system.root.config_write(msi + config::msi_address_low, 0xFEE0'0000);
        system.root.config_write(msi + config::msi_data, 0x40);
        system.root.config_write(msi, config::msi_enable | 2U << config::msi_enable_shift);
        REQUIRE(system.endpoint.write(bus, data));
        REQUIRE(system.endpoint.write(bus + 128, data));
        REQUIRE(system.endpoint.send_msi(3));
    });
    CHECK(system.interrupts == std::vector<std::uint32_t>{0x43});
    CHECK(data_was_there);
}

TEST_CASE("a device access outside registered memory names address and length") {
    TestSystem system;
    CHECK_THROWS_WITH(system.run([&] { system.endpoint.write(0x4000, pattern(16)); }),
                      Catch::Contains("16 bytes at 0x4000"));
}
