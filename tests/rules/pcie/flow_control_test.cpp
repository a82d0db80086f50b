// SPDX-License-Identifier: Apache-2.0
// Credits: what they count, how they wrap, and what waits for them.
#include "models/pcie/flow_control.h"
#include "models/pcie/credit_return.h"
#include "models/pcie/tlp_pool.h"
#include "tests/rules/pcie/test_system.h"
#include "tests/support/catch.h"

using namespace lookaside;
using namespace lookaside::pcie;
using namespace lookaside::pcie::test;

TEST_CASE("a TLP takes one header credit and a data credit per 16 bytes begun") {
    TlpPool pool;
    const TlpPtr write = pool.make(TlpType::memory_write);
    write->set_data(0x1000, std::vector<std::uint8_t>(17));
    CHECK(credits_needed(*write).headers == 1);
    CHECK(credits_needed(*write).data == 2);
    const TlpPtr read = pool.make(TlpType::memory_read);
    read->set_extent(0x1000, 512);
    CHECK(credits_needed(*read).data == 0);
    const TlpPtr config = pool.make(TlpType::config_write0);
    config->set_data(0x10, std::vector<std::uint8_t>(4));
    CHECK(config->kind() == TlpClass::non_posted);
    CHECK(credits_needed(*config).data == 1);
}

TEST_CASE("the gate lets through what was granted and no more, over any number of wraps") {
    CreditGate gate{CreditWidths()};
    CreditAllocator buffers({{{4, 64}, {1, 1}, {0, 0}}}, CreditWidths());
    gate.initialise(TlpClass::posted, {4, 64});
    const ClassCredits packet{1, 16};
    for (int round = 0; round < 1000; ++round) {
        for (int i = 0; i < 4; ++i) {
            CHECK(gate.allows(TlpClass::posted, packet));
            gate.consume(TlpClass::posted, packet);
        }
        CHECK_FALSE(gate.allows(TlpClass::posted, packet));
        for (int i = 0; i < 4; ++i) {
            buffers.release(TlpClass::posted, packet);
        }
        gate.update(TlpClass::posted, buffers.allocated(TlpClass::posted));
    }
}

TEST_CASE("an advertisement of zero is infinite") {
    CreditGate gate{CreditWidths()};
    gate.initialise(TlpClass::completion, {0, 0});
    for (int i = 0; i < 10'000; ++i) {
        REQUIRE(gate.allows(TlpClass::completion, {1, 8}));
        gate.consume(TlpClass::completion, {1, 8});
    }
}

TEST_CASE("scaled flow control counts further than 127 headers") {
    LinkParameters link;
    link.credit_scale_bits = 2;
    link.upstream_credits[0] = {500, 8000};
    CHECK_NOTHROW(LinkTiming(link));
    CreditGate gate{CreditWidths(2)};
    gate.initialise(TlpClass::posted, {500, 8000});
    for (int i = 0; i < 500; ++i) {
        REQUIRE(gate.allows(TlpClass::posted, {1, 16}));
        gate.consume(TlpClass::posted, {1, 16});
    }
    CHECK_FALSE(gate.allows(TlpClass::posted, {1, 16}));
}

TEST_CASE("freed credits go back a class a limit, in turn") {
    CreditReturn credits({{{8, 64}, {8, 8}, {0, 0}}}, CreditWidths(), 100_ns);
    credits.start(0_ps);
    credits.release(1000_ns, TlpClass::posted, {1, 8});
    credits.release(1010_ns, TlpClass::non_posted, {1, 0});
    credits.release(1020_ns, TlpClass::completion, {1, 8});  // infinite: nothing to return
    REQUIRE(credits.due() == 1100_ns);
    const Dllp first = credits.take(1100_ns);
    CHECK(first.kind == TlpClass::posted);
    CHECK(first.credits.headers == 9);
    CHECK(first.credits.data == 72);
    REQUIRE(credits.due() == 1200_ns);
    CHECK(credits.take(1200_ns).kind == TlpClass::non_posted);
    CHECK(credits.due() > 30_us);
}

TEST_CASE("an idle link repeats UpdateFC for each finite class every 30 us") {
    TestSystem system;
    system.run([] {}, 100_us);
    system.statistics.reset(sim_now());
    sc_core::sc_start(to_sc_time(300_us));
    CHECK(system.link.root.statistics().dllps_of(DllpType::update_fc) == 2 * 10);
    CHECK(system.link.device.statistics().dllps_of(DllpType::update_fc) == 2 * 10);
    CHECK(system.link.root.statistics().dllps_of(DllpType::ack) == 0);
}

TEST_CASE("with one header credit a write leaves only when the credit of the last is back") {
    SystemOptions options;
    options.link.upstream_credits[0] = {1, 8};
    TestSystem system(options);
    ProtocolChecker checker(options.link, {}, CheckerDepth::full);
    system.link.observe(checker);
    std::vector<std::uint8_t> buffer(4096);
    const std::uint64_t bus = system.memory.add_region(buffer);
    system.run([&] {
        for (unsigned i = 0; i < 10; ++i) {
            REQUIRE(
                system.endpoint.write(bus + 128 * i, pattern(128, static_cast<std::uint8_t>(i))));
        }
    });
    checker.check_at_end();
    for (unsigned i = 0; i < 10; ++i) {
        CHECK(buffer[128 * i] == i);
    }
    const LinkStatistics upstream = system.link.device.statistics();
    CHECK(upstream.credit_stalls == 9);
    // Arrival 175 ns after the last symbol; UpdateFC at the latest a limit (248 ns) later, 25 ns.
    CHECK(upstream.credit_stall_time > 9 * 200_ns);
    CHECK(upstream.credit_stall_time < 9 * 460_ns);
}

TEST_CASE("what waits for credits is named") {
    SystemOptions options;
    options.link.upstream_credits[0] = {1, 8};
    TestSystem system(options);
    std::vector<std::uint8_t> buffer(4096);
    const std::uint64_t bus = system.memory.add_region(buffer);
    std::vector<std::string> waits;
    system.run([&] {
        system.endpoint.write(bus, pattern(128));
        system.endpoint.write(bus + 128, pattern(128));
        sc_core::wait(to_sc_time(100_ns));
        system.link.describe_waits(waits);
    });
    REQUIRE(waits.size() == 1);
    CHECK_THAT(waits[0], Catch::Contains("posted header credits of the root complex"));
    waits.clear();
    system.link.describe_waits(waits);
    CHECK(waits.empty());
}
