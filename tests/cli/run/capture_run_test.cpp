// SPDX-License-Identifier: Apache-2.0
// A capture goes through ESP stack, driver and card, and a receiver that shares nothing with them
// gets every inner packet back.
#include <algorithm>

#include "tests/cli/run/scenario_run.h"
#include "tests/support/captures.h"
#include "tests/support/catch.h"
#include "tests/unit/capture/esp_opener.h"

using namespace lookaside::cli;
using namespace lookaside::testing;
using Catch::Matchers::Contains;

namespace {

constexpr std::uint16_t ethertype_ipv4 = 0x0800;
constexpr std::uint16_t ethertype_ipv6 = 0x86dd;
constexpr std::uint16_t ethertype_vlan = 0x8100;
constexpr const char* key_128 = "000102030405060708090a0b0c0d0e0f";
constexpr const char* key_256 = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

lookaside::esp::SecurityAssociation security_association(std::size_t key_bytes) {
    lookaside::esp::SecurityAssociation sa;
    sa.key.resize(key_bytes);
    for (std::size_t i = 0; i < key_bytes; ++i) {
        sa.key[i] = static_cast<std::uint8_t>(i);
    }
    sa.salt = {0xa0, 0xa1, 0xa2, 0xa3};
    return sa;
}

/// The inner packets, in the order in which `traffic` holds them.
const std::vector<CaptureBytes> inner = {ipv4(40, 1),  ipv6(60, 2), ipv4(1500, 3), ipv6(1280, 4),
                                         ipv4(576, 5), ipv4(61, 6), ipv6(777, 7),  ipv4(1501, 8)};

/// `inner` as plain and as VLAN frames, with an ARP request between them.
std::vector<Frame> traffic() {
    std::vector<Frame> frames;
    for (std::size_t i = 0; i < inner.size(); ++i) {
        const std::uint16_t type = inner[i][0] >> 4 == 4 ? ethertype_ipv4 : ethertype_ipv6;
        frames.push_back({i % 2 == 0 ? ethernet(type, inner[i], 60)
                                     : ethernet_vlan({{ethertype_vlan, 7}}, type, inner[i]),
                          i * 1'000});
    }
    frames.push_back({arp(), 9'000});
    return frames;
}

class Replay {
  public:
    explicit Replay(const CaptureBytes& capture) {
        work_.write("in.pcap", {capture.begin(), capture.end()});
    }
    Finished run(const Settings& settings, const std::string& options = "") const {
        Settings all = {{"workload.kind", "capture"},
                        {"stack.kind", "esp"},
                        {"stack.salt", "a0a1a2a3"},
                        {"workload.capture", "in.pcap"},
                        {"workload.output_capture", "out.pcap"}};
        all.insert(all.end(), settings.begin(), settings.end());
        return work_.run(run_command("fpga-ipsec-pc", all) + options);
    }
    std::string files() const { return work_.contents(); }
    std::vector<CaptureBytes> opened(const lookaside::esp::SecurityAssociation& sa) const {
        std::vector<CaptureBytes> packets;
        for (const WirePacket& packet : read_with_libpcap(work_.folder() / "work/out.pcap")) {
            packets.push_back(open_with_openssl(sa, 0, packet.bytes));
        }
        return packets;
    }

  private:
    Workplace work_;
};

}  // namespace

TEST_CASE("every IPv4, IPv6 and VLAN packet of a pcap comes back from the card's output") {
    const Replay replay(pcap_file(traffic()));
    const Finished finished = replay.run({{"stack.key", key_128}});
    INFO(finished.err);
    REQUIRE(finished.status == 0);
    CHECK(replay.opened(security_association(16)) == inner);
    CHECK_THAT(finished.err, Contains("5 IPv4 and 3 IPv6") && Contains("1 not IP: ARP"));
}

TEST_CASE("every packet of a pcapng comes back from a pipelined driver and a 256-bit key") {
    const Replay replay(pcapng_file(traffic()));
    const Finished finished = replay.run(
        {{"stack.key", key_256}, {"workload.key_size", "256"}, {"driver.variant", "pipelined"}});
    INFO(finished.err);
    REQUIRE(finished.status == 0);
    // Packets that overtake each other in the driver may leave in another order.
    CHECK(std::ranges::is_permutation(replay.opened(security_association(32)), inner));
}

TEST_CASE("extended sequence numbers and an IPv6 tunnel open on the other side") {
    const Replay replay(pcap_file(traffic()));
    const Finished finished =
        replay.run({{"stack.key", key_128}, {"stack.esn", "true"}, {"stack.outer", "ipv6"}});
    INFO(finished.err);
    REQUIRE(finished.status == 0);
    lookaside::esp::SecurityAssociation sa = security_association(16);
    sa.extended_sequence_numbers = true;
    CHECK(replay.opened(sa) == inner);
}

TEST_CASE("a capture replayed at its own times takes as long as it did, times the factor") {
    const Replay replay(pcap_file(traffic()));
    const Finished finished = replay.run(
        {{"workload.pace", "captured"}, {"workload.time_scale", "100"}, {"stack.key", key_128}},
        "--format json");
    REQUIRE(finished.status == 0);
    const auto result = nlohmann::json::parse(finished.out);
    const double us = result.at("window").at("duration_ps").get<double>() / 1e6;
    CHECK(us > 700);  // from the first packet to the last, 7 us in the capture
    CHECK(us < 750);  // and the last one's way through the card
    CHECK(replay.opened(security_association(16)) == inner);
}

TEST_CASE("a capture may be silent for longer than the watchdog waits for an answer") {
    const Replay replay(pcap_file(traffic()));
    const Finished finished = replay.run({{"workload.pace", "captured"},
                                          {"workload.time_scale", "10000"},
                                          {"run.watchdog", "5 ms"},
                                          {"stack.key", key_128}});
    INFO(finished.err);
    CHECK(finished.status == 0);
    CHECK(replay.opened(security_association(16)) == inner);
}

TEST_CASE("a packet over the card's limit is named and left out") {
    std::vector<Frame> frames = traffic();
    frames.insert(frames.begin() + 2, {ethernet(ethertype_ipv4, ipv4(4'000)), 2'500});
    const Replay replay(pcap_file(frames));
    const Finished finished = replay.run({{"stack.key", key_128}});
    REQUIRE(finished.status == 0);
    CHECK_THAT(finished.err, Contains("over the limit") && Contains("frame 3 (4000 bytes)"));
    CHECK(replay.opened(security_association(16)) == inner);
}

TEST_CASE("a key of the wrong length is refused and no capture is written") {
    const Replay replay(pcap_file(traffic()));
    const Finished finished = replay.run({{"stack.key", key_256}});
    CHECK(finished.status == 2);
    CHECK(finished.complaints() == 1);
    CHECK(replay.files() == "in.pcap\n");
}

TEST_CASE("a replay that fails half-way leaves no output capture") {
    const Replay replay(pcap_file(traffic()));
    // The first packet comes at once, the last after 7 s.
    const Finished finished = replay.run({{"workload.pace", "captured"},
                                          {"workload.time_scale", "1000000"},
                                          {"run.window", "1 ms"},
                                          {"run.time_limit", "20 ms"},
                                          {"stack.key", key_128}});
    CHECK(finished.status != 0);
    CHECK_THAT(finished.err, Contains("run.time_limit"));
    CHECK(replay.files() == "in.pcap\n");
}

TEST_CASE("an output capture that cannot be written is refused before the run") {
    const Replay replay(pcap_file(traffic()));
    const Finished finished =
        replay.run({{"stack.key", key_128}, {"workload.output_capture", "/proc/none/out.pcap"}});
    CHECK(finished.status == 2);
    CHECK(finished.out.empty());
    CHECK_THAT(finished.err, Contains("/proc/none"));
    CHECK(replay.files() == "in.pcap\n");
}
