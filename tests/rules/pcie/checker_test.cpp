// SPDX-License-Identifier: Apache-2.0
// Each rule of the protocol checker: what it lets through, and what it stops.
#include "models/pcie/protocol_checker.h"

#include "models/pcie/tlp_pool.h"
#include "tests/support/catch.h"

using namespace lookaside;
using namespace lookaside::pcie;
using namespace lookaside::pcie::checker;

namespace {

constexpr Direction up = Direction::upstream;
constexpr Direction down = Direction::downstream;

class Packets {
  public:
    TlpPtr write(std::uint64_t address, Bytes size) {
        const TlpPtr tlp = pool_.make(TlpType::memory_write);
        tlp->set_data(address, std::vector<std::uint8_t>(size));
        return tlp;
    }
    TlpPtr read(std::uint64_t address, Bytes size, std::uint16_t tag = 0) {
        const TlpPtr tlp = pool_.make(TlpType::memory_read);
        tlp->tag = tag;
        tlp->set_extent(address, size);
        return tlp;
    }
    TlpPtr data(std::uint64_t address, Bytes size, Bytes left, std::uint16_t tag = 0) {
        const TlpPtr tlp = pool_.make(TlpType::completion_data);
        tlp->tag = tag;
        tlp->byte_count = static_cast<std::uint16_t>(left);
        tlp->set_completion_data(address & 0x7F, std::vector<std::uint8_t>(size));
        return tlp;
    }
    TlpPtr refusal(std::uint16_t tag = 0) {
        const TlpPtr tlp = pool_.make(TlpType::completion);
        tlp->tag = tag;
        tlp->status = CompletionStatus::unsupported_request;
        return tlp;
    }

  private:
    TlpPool pool_;
};

Dllp ack(Sequence sequence) {
    Dllp dllp;
    dllp.sequence = sequence;
    return dllp;
}
Dllp credits(DllpType type, std::uint32_t headers, std::uint32_t data) {
    return {type, 0, TlpClass::posted, {headers, data}, 0};
}

}  // namespace

TEST_CASE("rule: sequence numbers have no gaps") {
    Packets packets;
    const TlpPtr tlp = packets.write(0x1000, 4);
    SequenceRule rule;
    rule.tlp_transmitted(up, *tlp, 0, false);
    rule.tlp_transmitted(up, *tlp, 1, false);
    CHECK_NOTHROW(rule.tlp_transmitted(up, *tlp, 0, true));
    CHECK_NOTHROW(rule.tlp_transmitted(down, *tlp, 0, false));
    CHECK_THROWS_AS(rule.tlp_transmitted(up, *tlp, 3, false), SimulationError);
    CHECK_THROWS_AS(rule.tlp_transmitted(up, *tlp, 2, true), SimulationError);
}

TEST_CASE("rule: TLPs are accepted in sequence and acknowledged as far as accepted") {
    Packets packets;
    const TlpPtr tlp = packets.write(0x1000, 4);
    SequenceRule rule;
    rule.tlp_received(up, *tlp, 0, Verdict::accepted);
    rule.tlp_received(up, *tlp, 1, Verdict::accepted);
    CHECK_NOTHROW(rule.tlp_received(up, *tlp, 1, Verdict::duplicate));
    CHECK_NOTHROW(rule.dllp_transmitted(down, ack(1)));
    CHECK_THROWS_AS(rule.dllp_transmitted(down, ack(2)), SimulationError);
    CHECK_THROWS_AS(rule.tlp_received(up, *tlp, 1, Verdict::accepted), SimulationError);
    CHECK_THROWS_AS(rule.tlp_received(up, *tlp, 3, Verdict::accepted), SimulationError);
}

TEST_CASE("rule: no TLP leaves without credits") {
    Packets packets;
    const TlpPtr tlp = packets.write(0x1000, 64);
    CreditRule rule{CreditWidths()};
    rule.dllp_received(down, credits(DllpType::init_fc1, 2, 8));
    rule.tlp_transmitted(up, *tlp, false);
    rule.tlp_transmitted(up, *tlp, false);
    CHECK_NOTHROW(rule.tlp_transmitted(up, *tlp, true));  // a replay takes no new credits
    CHECK_THROWS_AS(rule.tlp_transmitted(up, *tlp, false), SimulationError);
}

TEST_CASE("rule: data credits count as header credits do, and UpdateFC adds to them") {
    Packets packets;
    const TlpPtr tlp = packets.write(0x1000, 64);
    CreditRule rule{CreditWidths()};
    rule.dllp_received(down, credits(DllpType::init_fc1, 100, 4));
    rule.tlp_transmitted(up, *tlp, false);
    rule.dllp_received(down, credits(DllpType::update_fc, 101, 8));
    CHECK_NOTHROW(rule.tlp_transmitted(up, *tlp, false));
    CHECK_THROWS_AS(rule.tlp_transmitted(up, *tlp, false), SimulationError);
}

TEST_CASE("rule: credits are returned only for buffers that are free") {
    Packets packets;
    const TlpPtr tlp = packets.write(0x1000, 64);
    CreditRule rule{CreditWidths()};
    rule.dllp_received(down, credits(DllpType::init_fc1, 2, 8));
    rule.tlp_transmitted(up, *tlp, false);
    rule.tlp_delivered(up, *tlp);
    CHECK_NOTHROW(rule.dllp_transmitted(down, credits(DllpType::update_fc, 3, 12)));
    CHECK_THROWS_AS(rule.dllp_transmitted(down, credits(DllpType::update_fc, 4, 12)),
                    SimulationError);
}

TEST_CASE("rule: payloads keep to MPS, reads to MRRS, both within 4 KB") {
    Packets packets;
    const SizeRule rule(128, 512);
    CHECK_NOTHROW(rule.tlp_transmitted(up, *packets.write(0x1F80, 128)));
    CHECK_THROWS_AS(rule.tlp_transmitted(up, *packets.write(0x1000, 132)), SimulationError);
    CHECK_NOTHROW(rule.tlp_transmitted(up, *packets.read(0x1E00, 512)));
    CHECK_THROWS_AS(rule.tlp_transmitted(up, *packets.read(0x1000, 516)), SimulationError);
    CHECK_THROWS_AS(rule.tlp_transmitted(up, *packets.write(0x1FFE, 4)), SimulationError);
    CHECK_THROWS_AS(rule.tlp_transmitted(up, *packets.read(0x1E04, 512)), SimulationError);
    CHECK_THROWS_AS(rule.tlp_transmitted(down, *packets.data(0x1000, 256, 256)), SimulationError);
}

TEST_CASE("rule: a tag is free again when its last completion is delivered") {
    Packets packets;
    TagRule rule;
    rule.tlp_queued(up, *packets.read(0x1000, 128, 5));
    CHECK_NOTHROW(rule.tlp_queued(up, *packets.read(0x1000, 128, 6)));
    rule.tlp_delivered(down, *packets.data(0x1000, 64, 128, 5));
    CHECK_THROWS_AS(rule.tlp_queued(up, *packets.read(0x1000, 128, 5)), SimulationError);
    rule.tlp_delivered(down, *packets.data(0x1040, 64, 64, 5));
    CHECK_NOTHROW(rule.tlp_queued(up, *packets.read(0x1000, 128, 5)));
    rule.tlp_delivered(down, *packets.refusal(5));
    CHECK_NOTHROW(rule.tlp_queued(up, *packets.read(0x1000, 128, 5)));
}

TEST_CASE("rule: a completion answers an outstanding request") {
    Packets packets;
    CompletionRule rule(64);
    CHECK_THROWS_AS(rule.tlp_transmitted(down, *packets.data(0x1000, 64, 64, 3), false),
                    SimulationError);
    rule.tlp_transmitted(up, *packets.read(0x1000, 64, 3), false);
    CHECK_THROWS_AS(rule.at_end(), SimulationError);
    rule.tlp_transmitted(down, *packets.data(0x1000, 64, 64, 3), false);
    CHECK_NOTHROW(rule.at_end());
    CHECK_THROWS_AS(rule.tlp_transmitted(down, *packets.data(0x1000, 64, 64, 3), false),
                    SimulationError);
}

TEST_CASE("rule: completions add up to the request, in address order") {
    Packets packets;
    const auto after_first_half = [&] {
        CompletionRule rule(64);
        rule.tlp_transmitted(up, *packets.read(0x1000, 128), false);
        rule.tlp_transmitted(down, *packets.data(0x1000, 64, 128), false);
        return rule;
    };
    CompletionRule good = after_first_half();
    CHECK_NOTHROW(good.tlp_transmitted(down, *packets.data(0x1040, 64, 64), false));
    CHECK_NOTHROW(good.at_end());
    CompletionRule count = after_first_half();
    CHECK_THROWS_AS(count.tlp_transmitted(down, *packets.data(0x1040, 64, 128), false),
                    SimulationError);
    CompletionRule order = after_first_half();
    CHECK_THROWS_AS(order.tlp_transmitted(down, *packets.data(0x1000, 64, 64), false),
                    SimulationError);
    CompletionRule more = after_first_half();
    CHECK_THROWS_AS(more.tlp_transmitted(down, *packets.data(0x1040, 68, 64), false),
                    SimulationError);
}

TEST_CASE("rule: completions are cut at the Read Completion Boundary") {
    Packets packets;
    CompletionRule rule(64);
    rule.tlp_transmitted(up, *packets.read(0x1030, 128), false);
    CHECK_NOTHROW(rule.tlp_transmitted(down, *packets.data(0x1030, 16, 128), false));
    CHECK_THROWS_AS(rule.tlp_transmitted(down, *packets.data(0x1040, 32, 112), false),
                    SimulationError);
}

TEST_CASE("rule: a TLP passes another only where the ordering table allows it") {
    Packets packets;
    const TlpPtr write = packets.write(0x1000, 4);
    const TlpPtr read = packets.read(0x1000, 4);
    OrderingRule allowed;
    allowed.tlp_queued(up, *read);
    allowed.tlp_queued(up, *write);
    CHECK_NOTHROW(allowed.tlp_transmitted(up, *write, false));
    CHECK_NOTHROW(allowed.tlp_transmitted(up, *read, false));
    OrderingRule forbidden;
    forbidden.tlp_queued(up, *write);
    forbidden.tlp_queued(up, *read);
    CHECK_THROWS_AS(forbidden.tlp_transmitted(up, *read, false), SimulationError);
}

TEST_CASE("rule: what is sent is delivered once and in order") {
    Packets packets;
    const TlpPtr first = packets.write(0x1000, 4);
    const TlpPtr second = packets.write(0x2000, 4);
    const auto sent = [&] {
        DeliveryRule rule;
        rule.tlp_transmitted(up, *first, false);
        rule.tlp_transmitted(up, *second, false);
        rule.tlp_transmitted(up, *second, true);
        return rule;
    };
    DeliveryRule good = sent();
    good.tlp_delivered(up, *first);
    good.tlp_delivered(up, *second);
    CHECK_NOTHROW(good.at_end());
    CHECK_THROWS_AS(good.tlp_delivered(up, *second), SimulationError);
    DeliveryRule swapped = sent();
    CHECK_THROWS_AS(swapped.tlp_delivered(up, *second), SimulationError);
    DeliveryRule lost = sent();
    lost.tlp_delivered(up, *first);
    CHECK_THROWS_AS(lost.at_end(), SimulationError);
}

TEST_CASE("rule: header fields fit their places") {
    Packets packets;
    const HeaderRule rule;
    CHECK_NOTHROW(rule.tlp_transmitted(up, *packets.write(0x1'0000'0003, 10)));
    CHECK_NOTHROW(rule.tlp_transmitted(up, *packets.read(0x1000, 4096, 255)));
    CHECK_THROWS_AS(rule.tlp_transmitted(up, *packets.read(0x1000, 64, 1024)), SimulationError);
}

TEST_CASE("rule: an Ack keeps the latency limit") {
    LinkParameters link;  // Gen2 x4, MPS 128: 248 ns, 76 ns a packet
    AckRule rule(link);
    rule.tlp_received(up, Verdict::accepted, 1000_ns);
    CHECK_NOTHROW(rule.dllp_transmitted(down, ack(0), 1300_ns));
    rule.tlp_received(up, Verdict::accepted, 2000_ns);
    CHECK_THROWS_AS(rule.dllp_transmitted(down, ack(1), 2400_ns), SimulationError);
}
