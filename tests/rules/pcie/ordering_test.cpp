// SPDX-License-Identifier: Apache-2.0
// Who may pass whom (Base Specification 2.4.1), on the queue and across the whole link.
#include "models/pcie/completion_split.h"
#include "models/pcie/transmit_queue.h"
#include "tests/rules/pcie/test_system.h"
#include "tests/support/catch.h"

using namespace lookaside;
using namespace lookaside::pcie;
using namespace lookaside::pcie::test;

namespace {

// A queue from which everything may leave but what the test blocks.
class Queue {
  public:
    void push(TlpType type, bool relaxed = false) {
        const TlpPtr tlp = pool_.make(type);
        tlp->relaxed_ordering = relaxed;
        tlp->length_dw = 1;
        queue_.rank(*tlp);
        queue_.push(tlp);
    }
    void block(TlpType type) { blocked_ = type; }
    /// What leaves next, or "none".
    std::string next() {
        const auto choice = queue_.choose([this](const Tlp& tlp) { return tlp.type != blocked_; });
        if (choice.tlp == nullptr) {
            return "none";
        }
        const std::string name = name_of(choice.tlp->type);
        queue_.pop(choice.tlp->kind());
        return name;
    }

  private:
    TlpPool pool_;
    TransmitQueue queue_;
    std::optional<TlpType> blocked_;
};

}  // namespace

TEST_CASE("without blocking, TLPs leave in the order they came") {
    Queue queue;
    queue.push(TlpType::memory_read);
    queue.push(TlpType::memory_write);
    queue.push(TlpType::completion_data);
    CHECK(queue.next() == "MRd");
    CHECK(queue.next() == "MWr");
    CHECK(queue.next() == "CplD");
    CHECK(queue.next() == "none");
}

TEST_CASE("a posted write passes a blocked read and a blocked completion") {
    Queue queue;
    queue.push(TlpType::memory_read);
    queue.block(TlpType::memory_read);
    queue.push(TlpType::memory_write);
    CHECK(queue.next() == "MWr");
    CHECK(queue.next() == "none");

    Queue other;
    other.push(TlpType::completion_data);
    other.block(TlpType::completion_data);
    other.push(TlpType::memory_write);
    CHECK(other.next() == "MWr");
}

TEST_CASE("a posted write is never passed by a read, a configuration write or a completion") {
    for (const TlpType later :
         {TlpType::memory_read, TlpType::config_write0, TlpType::completion_data}) {
        Queue queue;
        queue.push(TlpType::memory_write);
        queue.block(TlpType::memory_write);
        queue.push(later);
        CHECK(queue.next() == "none");
    }
}

TEST_CASE("a completion with relaxed ordering may pass a posted write") {
    Queue queue;
    queue.push(TlpType::memory_write);
    queue.block(TlpType::memory_write);
    queue.push(TlpType::completion_data, true);
    CHECK(queue.next() == "CplD");
}

TEST_CASE("a completion passes a blocked read") {
    Queue queue;
    queue.push(TlpType::memory_read);
    queue.block(TlpType::memory_read);
    queue.push(TlpType::completion_data);
    CHECK(queue.next() == "CplD");
}

TEST_CASE("a CPU read flushes the writes that the device sent before its answer") {
    TestSystem system;
    std::vector<std::uint8_t> buffer(4096);
    const std::uint64_t bus = system.memory.add_region(buffer);
    system.device.on_read = [&](const BarRead&) {
        for (unsigned i = 0; i < 8; ++i) {
            REQUIRE(system.endpoint.write(bus + 128 * i, pattern(128, 9)));
        }
    };
    bool visible = false;
    system.run([&] {
        system.root.mmio_read(system.bar(0), 4);
        visible = buffer[128 * 7] == 9;
    });
    CHECK(visible);
}

TEST_CASE("a CPU read does not overtake the CPU's earlier writes") {
    TestSystem system;
    std::uint64_t seen = 0;
    system.run([&] {
        for (unsigned i = 1; i <= 20; ++i) {
            system.root.mmio_write(system.bar(0), i, 4);
        }
        seen = system.root.mmio_read(system.bar(0), 4);
    });
    CHECK(seen == 20);
}

TEST_CASE("a device read sees what the device wrote before it") {
    TestSystem system;
    std::vector<std::uint8_t> buffer(4096);
    const std::uint64_t bus = system.memory.add_region(buffer);
    system.run([&] {
        REQUIRE(system.endpoint.write(bus, pattern(128, 5)));
        REQUIRE(system.endpoint.read(bus, 64));
    });
    REQUIRE(system.device.pieces.size() == 1);
    CHECK(system.device.pieces[0].data[0] == 5);
}

TEST_CASE("writes go on while reads lack credits") {
    SystemOptions options;
    options.link.upstream_credits[1] = {1, 1};
    TestSystem system(options);
    ProtocolChecker checker(options.link, {}, CheckerDepth::full);
    system.link.observe(checker);
    std::vector<std::uint8_t> buffer(4096);
    const std::uint64_t bus = system.memory.add_region(buffer);
    SimTime written{};
    system.on_interrupt = [&] { written = system.agenda.now(); };
    SimTime start{};
    system.run([&] {
        start = sim_now();
        for (int i = 0; i < 4; ++i) {
            REQUIRE(system.endpoint.read(bus, 64));
        }
        const std::array<std::uint8_t, 4> message{};
        REQUIRE(system.endpoint.write(RootComplex::interrupt_base, message));
    });
    checker.check_at_end();
    REQUIRE(system.device.pieces.size() == 4);
    CHECK(written - start < 250_ns);
    CHECK(system.device.pieces.back().at - start > 1000_ns);
}

TEST_CASE("completions are cut at the Read Completion Boundary only") {
    using Pieces = std::vector<std::pair<Bytes, Bytes>>;
    const auto cut = [](std::uint64_t address, Bytes length, Bytes boundary, Bytes limit) {
        Pieces pieces;
        split_completion(address, length, boundary, limit,
                         [&](Bytes offset, Bytes size) { pieces.emplace_back(offset, size); });
        return pieces;
    };
    CHECK(cut(0x1000, 128, 64, 64) == Pieces{{0, 64}, {64, 64}});
    CHECK(cut(0x1000, 512, 64, 256) == Pieces{{0, 256}, {256, 256}});
    CHECK(cut(0x1030, 100, 64, 64) == Pieces{{0, 16}, {16, 64}, {80, 20}});
    CHECK(cut(0x1001, 300, 64, 128) == Pieces{{0, 127}, {127, 128}, {255, 45}});
    CHECK(cut(0x1004, 8, 64, 256) == Pieces{{0, 8}});
}
