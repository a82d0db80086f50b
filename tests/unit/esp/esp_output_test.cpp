// SPDX-License-Identifier: Apache-2.0
// The sending path: order of steps, what a full queue does, and what the sink gets.
#include "host/stacks/esp/esp_output.h"

#include <algorithm>

#include "base/error.h"
#include "host/crypto/software_aead.h"
#include "tests/support/catch.h"
#include "tests/unit/esp/queued_aead.h"
#include "tests/unit/esp/tunnel_fixture.h"

using namespace lookaside;
using namespace lookaside::esp;
using namespace lookaside::testing;
using crypto_api::Status;

namespace {

struct Seen {
    std::uint64_t cookie;
    std::uint64_t sequence;
    PacketBytes packet;
    Bytes payload;
    Status status;
    Timeline timeline;
    Picoseconds slat;
};

// A sender over some provider, and what came out of it.
struct Sender {
    Sender(ScriptedKernel& kernel, crypto_api::AeadProvider& provider, FullQueue policy,
           SecurityAssociation sa = test_sa())
        : output(kernel, provider, std::move(sa), policy, [this, &kernel](const EspSent& sent) {
              lock_was_held = lock_was_held || kernel.any_lock_held();
              seen.push_back({sent.cookie,
                              sent.sequence,
                              {sent.packet.begin(), sent.packet.end()},
                              sent.payload,
                              sent.status,
                              sent.timeline,
                              sent.slat});
          }) {
        output.init_state();
    }

    std::vector<Seen> seen;
    bool lock_was_held = false;
    EspOutput output;
};

PacketBytes opened(const SecurityAssociation& sa, const Seen& sent) {
    const EspTunnel tunnel(sa);
    const std::size_t outer = outer_header_bytes(sent.packet).value();
    const auto packet = std::span(sent.packet);
    const auto gcm = tunnel.cipher_inputs(sent.sequence, packet.subspan(outer + 8, 8));
    PacketBytes plain(packet.size() - outer - 32);
    REQUIRE(AesGcm(sa.key).decrypt(gcm.iv_span(), gcm.aad_span(),
                                   packet.subspan(outer + 16).first(plain.size()), plain,
                                   packet.last(16)));
    const auto inner = EspTunnel::decapsulate(plain).value();
    return {inner.begin(), inner.end()};
}

}  // namespace

TEST_CASE("every inner packet comes out as an ESP packet that opens to it") {
    ScriptedKernel kernel;
    QueuedAead aead(kernel, 64);
    auto sa = test_sa(GENERATE(std::size_t{16}, std::size_t{32}));
    sa.extended_sequence_numbers = GENERATE(false, true);
    if (GENERATE(false, true)) {
        sa.tunnel = Ipv6Endpoints{};
    }
    Sender sender(kernel, aead, FullQueue::drop, sa);
    std::vector<PacketBytes> inner;
    for (std::size_t size = 40; size < 60; ++size) {
        inner.push_back(size % 2 == 0 ? ipv4_packet(size, size) : ipv6_packet(size, size));
        REQUIRE(sender.output.output(inner.back(), inner.size() - 1));
    }
    kernel.run_events();
    REQUIRE(sender.seen.size() == inner.size());
    for (const auto& sent : sender.seen) {
        CHECK(sent.sequence == sent.cookie + 1);
        CHECK(opened(sa, sent) == inner[sent.cookie]);
    }
}

TEST_CASE("extended numbers cross 2^32 with the high half authenticated but not sent") {
    ScriptedKernel kernel;
    QueuedAead aead(kernel, 64);
    auto sa = test_sa();
    sa.extended_sequence_numbers = true;
    sa.first_sequence = 0xFFFF'FFFF;
    Sender sender(kernel, aead, FullQueue::drop, sa);
    REQUIRE(sender.output.output(ipv4_packet(64), 0));
    REQUIRE(sender.output.output(ipv4_packet(64), 1));
    kernel.run_events();
    REQUIRE(sender.seen.size() == 2);
    CHECK(sender.seen[1].sequence == 0x1'0000'0000);
    CHECK(load_big_endian<std::uint32_t>(sender.seen[1].packet, 24) == 0);
    CHECK(opened(sa, sender.seen[1]) == ipv4_packet(64));
}

TEST_CASE("a synchronous provider finishes the packet before output() returns") {
    ScriptedKernel kernel;
    crypto_api::SoftwareAead aead(kernel);
    Sender sender(kernel, aead, FullQueue::drop);
    REQUIRE(sender.output.output(ipv4_packet(1420), 9));
    REQUIRE(sender.seen.size() == 1);
    CHECK(sender.seen[0].cookie == 9);
    CHECK(sender.seen[0].packet.size() == 1476);
    CHECK(sender.seen[0].payload == 1424);
    CHECK(opened(test_sa(), sender.seen[0]) == ipv4_packet(1420));
}

TEST_CASE("the software provider computes over every payload byte") {
    ScriptedKernel kernel;
    crypto_api::SoftwareAead aead(kernel);
    Sender sender(kernel, aead, FullQueue::drop);
    sender.output.output(ipv4_packet(1420), 0);
    CHECK(kernel.computed(os::CipherWork::aes_128_gcm) == 1424);
}

TEST_CASE("a packet costs its stack work, one allocation and one release") {
    ScriptedKernel kernel;
    QueuedAead aead(kernel, 64);
    Sender sender(kernel, aead, FullQueue::drop);
    for (std::uint64_t i = 0; i < 3; ++i) {
        sender.output.output(ipv4_packet(100), i);
    }
    kernel.run_events();
    CHECK(kernel.spent(os::Cost::packet) == 3);
    CHECK(kernel.spent(os::Cost::allocation) == 3);
    CHECK(kernel.spent(os::Cost::free) == 3);
}

TEST_CASE("the timeline runs from the crypto call to the callback") {
    ScriptedKernel kernel;
    QueuedAead aead(kernel, 64, 5_us);
    aead.linger(100);
    Sender sender(kernel, aead, FullQueue::drop);
    sender.output.output(ipv4_packet(100), 0);
    kernel.run_events();
    REQUIRE(sender.seen.size() == 1);
    CHECK(sender.seen[0].timeline.latency() == 5_us);
    CHECK(sender.seen[0].slat == 100_ns);
}

TEST_CASE("a callback before the submission has returned ends the submission latency") {
    ScriptedKernel kernel;
    QueuedAead aead(kernel, 64, 1_us);
    aead.linger(3000);  // three packets' service time
    Sender sender(kernel, aead, FullQueue::drop);
    for (std::uint64_t i = 0; i < 4; ++i) {
        sender.output.output(ipv4_packet(100, i + 1), i);
    }
    kernel.run_events();
    REQUIRE(sender.seen.size() == 4);
    for (const auto& sent : sender.seen) {
        CHECK(sent.slat == 1_us);
        CHECK(sent.timeline.latency() == 1_us);
        CHECK(opened(test_sa(), sent) == ipv4_packet(100, sent.cookie + 1));
    }
}

TEST_CASE("no lock is held while the sink runs") {
    ScriptedKernel kernel;
    QueuedAead queued(kernel, 64);
    Sender asynchronous(kernel, queued, FullQueue::drop);
    asynchronous.output.output(ipv4_packet(100), 0);
    kernel.run_events();
    crypto_api::SoftwareAead software(kernel);
    Sender synchronous(kernel, software, FullQueue::drop);
    synchronous.output.output(ipv4_packet(100), 0);
    CHECK_FALSE(asynchronous.lock_was_held);
    CHECK_FALSE(synchronous.lock_was_held);
}

TEST_CASE("drop: a refused packet is lost and counted, and its sequence number with it") {
    ScriptedKernel kernel;
    QueuedAead aead(kernel, 2, 100_us);
    Sender sender(kernel, aead, FullQueue::drop);
    CHECK(sender.output.output(ipv4_packet(100), 0));
    CHECK(sender.output.output(ipv4_packet(100), 1));
    CHECK_FALSE(sender.output.output(ipv4_packet(100), 2));
    kernel.run_events();
    CHECK(sender.output.output(ipv4_packet(100), 3));
    kernel.run_events();
    REQUIRE(sender.seen.size() == 3);
    CHECK(sender.seen[2].sequence == 4);
    CHECK(sender.output.counters().full_queue == 1);
    CHECK(sender.output.counters().sent == 3);
}

TEST_CASE("wait: the sender sleeps on the backlog until its packet has moved to the queue") {
    ScriptedKernel kernel;
    QueuedAead aead(kernel, 2, 100_us);
    Sender sender(kernel, aead, FullQueue::wait);
    for (std::uint64_t i = 0; i < 10; ++i) {
        REQUIRE(sender.output.output(ipv4_packet(100), i));
    }
    kernel.run_events();
    CHECK(sender.seen.size() == 10);
    CHECK(aead.most_accepted() == 3);
    CHECK(sender.output.counters().full_queue == 0);
}

TEST_CASE("wait: a sender refused even the backlog tries again after a completion") {
    ScriptedKernel kernel;
    QueuedAead aead(kernel, 2, 100_us);
    aead.refuse_backlog();
    Sender sender(kernel, aead, FullQueue::wait);
    for (std::uint64_t i = 0; i < 10; ++i) {
        REQUIRE(sender.output.output(ipv4_packet(100), i));
    }
    kernel.run_events();
    CHECK(aead.refusals() == 8);
    REQUIRE(sender.seen.size() == 10);
    for (std::uint64_t i = 0; i < 10; ++i) {
        CHECK(sender.seen[i].sequence == i + 1);
    }
}

TEST_CASE("a packet whose encryption failed reaches the sink with the error") {
    ScriptedKernel kernel;
    QueuedAead aead(kernel, 2);
    aead.fail_with(Status::timed_out);
    Sender sender(kernel, aead, FullQueue::drop);
    CHECK(sender.output.output(ipv4_packet(100), 0));
    kernel.run_events();
    REQUIRE(sender.seen.size() == 1);
    CHECK(sender.seen[0].status == Status::timed_out);
    CHECK(sender.output.counters().failed == 1);
    CHECK(sender.output.counters().sent == 0);
}

TEST_CASE(
    "what is not IP or exceeds the provider's limit is dropped, counted, and takes no number") {
    ScriptedKernel kernel;
    QueuedAead aead(kernel, 4);
    Sender sender(kernel, aead, FullQueue::drop);
    REQUIRE(sender.output.largest_inner() == 1966);
    CHECK(sender.output.output(ipv4_packet(1966), 0));
    CHECK_FALSE(sender.output.output(ipv4_packet(1967), 1));
    CHECK_FALSE(sender.output.output(PacketBytes(100, 0x50), 2));
    CHECK(sender.output.output(ipv4_packet(100), 3));
    kernel.run_events();
    CHECK(sender.output.counters().unsendable == 2);
    REQUIRE(sender.seen.size() == 2);
    CHECK(sender.seen[1].sequence == 2);
}

TEST_CASE("an unlimited provider is limited by IP's 64 KiB") {
    ScriptedKernel kernel;
    crypto_api::SoftwareAead aead(kernel);
    Sender sender(kernel, aead, FullQueue::drop);
    const auto largest = static_cast<std::size_t>(sender.output.largest_inner());
    REQUIRE(sender.output.output(ipv4_packet(largest), 0));
    CHECK(sender.seen[0].packet.size() <= 65535);
    CHECK(sender.seen[0].packet.size() + aes_gcm_sizes.alignment > 65535);
}

TEST_CASE("an SA out of sequence numbers sends nothing more") {
    ScriptedKernel kernel;
    QueuedAead aead(kernel, 4);
    auto sa = test_sa();
    sa.first_sequence = 0xFFFF'FFFF;
    Sender sender(kernel, aead, FullQueue::drop, sa);
    CHECK(sender.output.output(ipv4_packet(100), 0));
    CHECK_FALSE(sender.output.output(ipv4_packet(100), 1));
    CHECK(sender.output.counters().exhausted == 1);
}

TEST_CASE("a reserved SPI is an input error") {
    ScriptedKernel kernel;
    QueuedAead aead(kernel, 4);
    auto sa = test_sa();
    sa.spi = 255;
    CHECK_THROWS_AS(EspOutput(kernel, aead, sa, FullQueue::drop, [](const EspSent&) {}),
                    InputError);
}
