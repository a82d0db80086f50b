// SPDX-License-Identifier: Apache-2.0
// The receiving path: what is delivered, and the counter of each packet that is not.
#include "host/stacks/esp/esp_input.h"

#include <algorithm>

#include "host/crypto/software_aead.h"
#include "host/stacks/esp/esp_output.h"
#include "tests/support/catch.h"
#include "tests/unit/esp/queued_aead.h"
#include "tests/unit/esp/tunnel_fixture.h"

using namespace lookaside;
using namespace lookaside::esp;
using namespace lookaside::testing;
using crypto_api::Status;

namespace {

// Packets on the wire, made by the sending path in software.
std::vector<PacketBytes> wire_packets(const SecurityAssociation& sa,
                                      const std::vector<PacketBytes>& inner) {
    ScriptedKernel kernel;
    crypto_api::SoftwareAead aead(kernel);
    std::vector<PacketBytes> wire;
    EspOutput output(kernel, aead, sa, FullQueue::drop, [&](const EspSent& sent) {
        wire.emplace_back(sent.packet.begin(), sent.packet.end());
    });
    output.init_state();
    for (const auto& packet : inner) {
        REQUIRE(output.output(packet, 0));
    }
    return wire;
}

std::vector<PacketBytes> some_inner_packets() {
    return {ipv4_packet(40, 1), ipv6_packet(61, 2), ipv4_packet(1002, 3), ipv6_packet(1280, 4)};
}

// A receiver over an asynchronous provider.
struct Receiver {
    explicit Receiver(const SecurityAssociation& sa, std::size_t capacity = 64)
        : aead(kernel, capacity), input(kernel, aead, sa, [this](auto inner, std::uint64_t) {
              delivered.emplace_back(inner.begin(), inner.end());
          }) {
        input.init_state();
    }
    void take(const PacketBytes& packet) {
        input.input(packet, 0);
        kernel.run_events();
    }

    ScriptedKernel kernel;
    QueuedAead aead;
    std::vector<PacketBytes> delivered;
    EspInput input;
};

}  // namespace

TEST_CASE("the receiver delivers what the sender was given") {
    auto sa = test_sa();
    sa.extended_sequence_numbers = GENERATE(false, true);
    if (GENERATE(false, true)) {
        sa.tunnel = Ipv6Endpoints{};
    }
    Receiver receiver(sa);
    for (const auto& packet : wire_packets(sa, some_inner_packets())) {
        receiver.input.input(packet, 0);
    }
    receiver.kernel.run_events();
    CHECK(receiver.delivered == some_inner_packets());
    CHECK(receiver.input.counters().delivered == 4);
}

TEST_CASE("extended numbers are followed across 2^32") {
    auto sa = test_sa();
    sa.extended_sequence_numbers = true;
    sa.first_sequence = 0xFFFF'FFFE;
    Receiver receiver(sa);
    for (const auto& packet : wire_packets(sa, some_inner_packets())) {
        receiver.take(packet);
    }
    CHECK(receiver.delivered == some_inner_packets());
}

TEST_CASE("a repeated packet is dropped") {
    Receiver receiver(test_sa());
    const auto wire = wire_packets(test_sa(), some_inner_packets());
    receiver.take(wire[0]);
    receiver.take(wire[0]);
    CHECK(receiver.delivered.size() == 1);
    CHECK(receiver.input.counters().replayed == 1);
}

TEST_CASE("two copies in the cipher at the same time are delivered once") {
    Receiver receiver(test_sa());
    const auto wire = wire_packets(test_sa(), some_inner_packets());
    receiver.input.input(wire[0], 0);
    receiver.input.input(wire[0], 0);
    receiver.kernel.run_events();
    CHECK(receiver.delivered.size() == 1);
    CHECK(receiver.input.counters().replayed == 1);
}

TEST_CASE("packets are delivered out of order within the window") {
    Receiver receiver(test_sa());
    const auto wire = wire_packets(test_sa(), some_inner_packets());
    for (const std::size_t index : {3U, 0U, 2U, 1U}) {
        receiver.take(wire[index]);
    }
    CHECK(receiver.input.counters().delivered == 4);
}

TEST_CASE("a changed packet is not delivered and does not move the window") {
    Receiver receiver(test_sa());
    const auto wire = wire_packets(test_sa(), some_inner_packets());
    const std::size_t byte = GENERATE(27u, 35u, 36u, 60u);  // sequence number, IV, payload
    auto forged = wire[3];
    forged[byte] ^= 0x40;
    receiver.take(forged);
    CHECK(receiver.delivered.empty());
    CHECK(receiver.input.counters().not_authentic == 1);
    for (const auto& packet : wire) {
        receiver.take(packet);
    }
    CHECK(receiver.input.counters().delivered == 4);
}

TEST_CASE("a changed high half of an extended number is not authentic") {
    auto sa = test_sa();
    sa.extended_sequence_numbers = true;
    sa.first_sequence = 0x1'0000'0001;
    const auto wire = wire_packets(sa, some_inner_packets());
    sa.first_sequence = 1;
    Receiver receiver(sa);
    receiver.take(wire[0]);
    CHECK(receiver.input.counters().not_authentic == 1);
}

TEST_CASE("a packet of another SA or not of ESP is counted apart") {
    Receiver receiver(test_sa());
    auto other = test_sa();
    other.spi += 1;
    receiver.take(wire_packets(other, {ipv4_packet(60)})[0]);
    CHECK(receiver.input.counters().unknown_spi == 1);
    receiver.take(ipv4_packet(100));
    receiver.take({});
    CHECK(receiver.input.counters().malformed == 2);
    CHECK(receiver.delivered.empty());
}

TEST_CASE("a full queue loses the packet, which may be sent again") {
    Receiver receiver(test_sa(), 1);
    const auto wire = wire_packets(test_sa(), some_inner_packets());
    receiver.input.input(wire[0], 0);
    receiver.input.input(wire[1], 0);
    receiver.kernel.run_events();
    CHECK(receiver.input.counters().full_queue == 1);
    receiver.take(wire[1]);
    CHECK(receiver.input.counters().delivered == 2);
}

TEST_CASE("a provider's error is counted and nothing is delivered") {
    Receiver receiver(test_sa());
    receiver.aead.fail_with(Status::io_error);
    receiver.take(wire_packets(test_sa(), {ipv4_packet(60)})[0]);
    CHECK(receiver.input.counters().failed == 1);
    CHECK(receiver.delivered.empty());
}

TEST_CASE("the software provider answers in the caller's context") {
    ScriptedKernel kernel;
    crypto_api::SoftwareAead aead(kernel);
    std::vector<PacketBytes> delivered;
    EspInput input(kernel, aead, test_sa(), [&](auto inner, std::uint64_t cookie) {
        CHECK(cookie == 5);
        delivered.emplace_back(inner.begin(), inner.end());
    });
    input.init_state();
    auto wire = wire_packets(test_sa(), some_inner_packets());
    input.input(wire[0], 5);
    CHECK(delivered.size() == 1);
    wire[1].back() ^= 1;
    input.input(wire[1], 5);
    CHECK(input.counters().not_authentic == 1);
}
