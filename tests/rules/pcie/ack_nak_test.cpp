// SPDX-License-Identifier: Apache-2.0
// The data link layer's promise: every TLP once and in order, whatever the wire does.
#include "tests/rules/pcie/test_system.h"
#include "tests/support/catch.h"

using namespace lookaside;
using namespace lookaside::pcie;
using namespace lookaside::pcie::test;

namespace {

// The device writes 64 packets of 128 bytes while the CPU reads its registers; all must be there.
struct Transfer {
    explicit Transfer(const SystemOptions& options)
        : system(options),
          checker(options.link, {}, CheckerDepth::full),
          buffer(8192),
          bus(system.memory.add_region(buffer)) {
        system.link.observe(checker);
        system.device.registers[0] = 0x42;
    }
    void run() {
        system.run([this] {
            push();
            system.device.on_ready = [this] { push(); };
            for (int i = 0; i < 8; ++i) {
                CHECK(system.root.mmio_read(system.bar(0), 4) == 0x42);
            }
        });
        REQUIRE(system.finished);
        checker.check_at_end();
        CHECK(system.link.idle());
        for (unsigned i = 0; i < 64; ++i) {
            INFO("packet " << i);
            CHECK(buffer[128 * i] == i);
        }
    }
    void push() {
        while (next < 64 && system.endpoint.write(bus + 128 * next,
                                                  pattern(128, static_cast<std::uint8_t>(next)))) {
            ++next;
        }
    }

    TestSystem system;
    ProtocolChecker checker;
    std::vector<std::uint8_t> buffer;
    std::uint64_t bus;
    unsigned next = 0;
};

// Enumeration's completions come first on the upstream wire.
constexpr std::uint64_t after_enumeration = 60;

}  // namespace

TEST_CASE("a bit error is answered by one Nak and a replay, with nothing lost or doubled") {
    SystemOptions options;
    options.upstream_faults.corrupt_tlps = {after_enumeration};
    Transfer transfer(options);
    transfer.run();
    const LinkStatistics upstream = transfer.system.link.device.statistics();
    const LinkStatistics downstream = transfer.system.link.root.statistics();
    CHECK(downstream.dllps_of(DllpType::nak) == 1);
    CHECK(upstream.replays >= 1);
    CHECK(upstream.replay_timeouts == 0);
}

TEST_CASE("an error in the replay is replayed again") {
    SystemOptions options;
    options.upstream_faults.corrupt_tlps = {after_enumeration, after_enumeration + 6,
                                            after_enumeration + 7, after_enumeration + 12};
    Transfer transfer(options);
    transfer.run();
    CHECK(transfer.system.link.root.statistics().dllps_of(DllpType::nak) >= 2);
}

TEST_CASE("random errors in both directions lose nothing") {
    SystemOptions options;
    options.upstream_faults.bit_error_rate = 1e-4;
    options.upstream_faults.seed = 7;
    options.downstream_faults.bit_error_rate = 3e-4;
    options.downstream_faults.seed = 8;
    Transfer transfer(options);
    transfer.run();
    CHECK(transfer.system.link.device.statistics().replays > 3);
    CHECK(transfer.system.link.root.statistics().bad_tlps > 3);
}

TEST_CASE("with two of five Acks lost every TLP still arrives once") {
    SystemOptions options;
    std::vector<std::uint64_t> lost(200);
    for (std::size_t i = 0; i < lost.size(); ++i) {
        lost[i] = 20 + i / 2 * 5 + i % 2;  // two of five
    }
    options.downstream_faults.lose_dllps = lost;
    Transfer transfer(options);
    transfer.run();
}

TEST_CASE("a TLP whose Acks are all lost is sent again after the replay timeout") {
    SystemOptions options;
    for (std::uint64_t i = 0; i < 6; ++i) {
        options.downstream_faults.lose_dllps.push_back(i);
    }
    TestSystem system(options);
    system.run([] {});
    REQUIRE(system.finished);
    const LinkStatistics upstream = system.link.device.statistics();
    const LinkStatistics downstream = system.link.root.statistics();
    CHECK(upstream.replay_timeouts >= 1);
    CHECK(downstream.duplicates >= 1);
    CHECK(system.link.idle());
}

TEST_CASE("the fourth replay in a row without progress retrains the link") {
    SystemOptions options;
    options.link.retrain_time = 5_us;
    options.downstream_faults.corrupt_tlps = {3, 4, 5, 6};
    TestSystem system(options);
    system.run([] {});
    REQUIRE(system.finished);
    CHECK(system.link.root.statistics().retrains == 1);
}

TEST_CASE("under load an Ack goes at least every latency limit and at most once a TLP") {
    TestSystem system;
    std::vector<std::uint8_t> buffer(4096);
    const std::uint64_t bus = system.memory.add_region(buffer);
    const auto push = [&] {
        while (system.endpoint.write(bus, pattern(128))) {
        }
    };
    system.device.on_ready = push;
    system.run([&] { push(); }, 40_us);
    system.statistics.reset(sim_now());
    sc_core::sc_start(to_sc_time(200_us));
    const std::uint64_t acks = system.link.root.statistics().dllps_of(DllpType::ack);
    const std::uint64_t tlps = system.link.device.statistics().tlps;
    const auto limits =
        static_cast<std::uint64_t>(200_us / system.link.timing().ack_latency_limit());
    CHECK(acks >= limits - 1);
    CHECK(acks <= limits + 1);
    CHECK(acks < tlps);
}

TEST_CASE("sequence numbers wrap and no more than 2047 are in flight") {
    CHECK(not_after(4095, 0));
    CHECK_FALSE(not_after(0, 4095));
    TlpPool pool;
    ReplayBuffer buffer(1'000'000);
    for (int i = 0; i < 2047; ++i) {
        REQUIRE(buffer.accepts(24));
        buffer.store(pool.make(TlpType::memory_read), 24);
    }
    CHECK_FALSE(buffer.accepts(24));
    CHECK(buffer.acknowledge(0));
    CHECK(buffer.accepts(24));
    CHECK_FALSE(buffer.acknowledge(0));
}

TEST_CASE("a full replay buffer holds back new TLPs until an Ack comes") {
    SystemOptions options;
    options.link.replay_buffer = 400;
    Transfer transfer(options);
    transfer.run();
    CHECK(transfer.system.link.device.statistics().replay_stalls > 10);
}
