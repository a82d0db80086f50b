// SPDX-License-Identifier: Apache-2.0
// A capture goes through the tunnel and comes back out of the output file, opened by OpenSSL alone.
#include "host/workloads/capture_replay.h"

#include <openssl/evp.h>
#include <pcap/pcap.h>

#include <algorithm>

#include "base/error.h"
#include "base/random.h"
#include "host/crypto/software_aead.h"
#include "tests/support/captures.h"
#include "tests/support/catch.h"
#include "tests/unit/esp/queued_aead.h"
#include "tests/unit/esp/scripted_kernel.h"

using namespace lookaside;
using namespace lookaside::testing;
using namespace lookaside::workloads;
using crypto_api::Status;

namespace {

struct WirePacket {
    SimTime at;
    CaptureBytes bytes;
};

std::vector<WirePacket> read_with_libpcap(const std::filesystem::path& path) {
    char error[PCAP_ERRBUF_SIZE] = {};
    pcap_t* file =
        pcap_open_offline_with_tstamp_precision(path.c_str(), PCAP_TSTAMP_PRECISION_NANO, error);
    INFO(error);
    REQUIRE(file != nullptr);
    CHECK(pcap_datalink(file) == DLT_RAW);
    std::vector<WirePacket> packets;
    pcap_pkthdr* header = nullptr;
    const u_char* bytes = nullptr;
    while (pcap_next_ex(file, &header, &bytes) == 1) {
        packets.push_back(
            {Picoseconds{(header->ts.tv_sec * 1'000'000'000 + header->ts.tv_usec) * 1'000},
             {bytes, bytes + header->caplen}});
    }
    pcap_close(file);
    return packets;
}

// Opens an ESP tunnel packet by RFC 4303 and 4106 with OpenSSL and nothing of the stack. Empty if
// the ICV is wrong.
CaptureBytes open_with_openssl(const esp::SecurityAssociation& sa, std::uint32_t sequence_high,
                               const CaptureBytes& packet) {
    const std::size_t outer = packet[0] >> 4 == 4 ? 20 : 40;
    const std::uint8_t* header = packet.data() + outer;
    const std::uint8_t* payload = header + 16;
    const int payload_bytes = static_cast<int>(packet.size() - outer - 32);

    CaptureBytes nonce(sa.salt.begin(), sa.salt.end());
    nonce.insert(nonce.end(), header + 8, header + 16);
    CaptureBytes aad(header, header + 4);
    for (int shift = 24; sa.extended_sequence_numbers && shift >= 0; shift -= 8) {
        aad.push_back(static_cast<std::uint8_t>(sequence_high >> shift));
    }
    aad.insert(aad.end(), header + 4, header + 8);

    CaptureBytes plain(static_cast<std::size_t>(payload_bytes));
    CaptureBytes icv(packet.end() - 16, packet.end());
    int written = 0;
    EVP_CIPHER_CTX* context = EVP_CIPHER_CTX_new();
    EVP_DecryptInit_ex(context, sa.key.size() == 16 ? EVP_aes_128_gcm() : EVP_aes_256_gcm(),
                       nullptr, sa.key.data(), nonce.data());
    EVP_DecryptUpdate(context, nullptr, &written, aad.data(), static_cast<int>(aad.size()));
    EVP_DecryptUpdate(context, plain.data(), &written, payload, payload_bytes);
    EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_SET_TAG, 16, icv.data());
    const bool authentic = EVP_DecryptFinal_ex(context, plain.data(), &written) == 1;
    EVP_CIPHER_CTX_free(context);
    if (!authentic) {
        return {};
    }
    const std::size_t padding = plain[plain.size() - 2];
    CHECK(plain.back() == (plain[0] >> 4 == 4 ? 4 : 41));
    plain.resize(plain.size() - 2 - padding);
    return plain;
}

struct Recorder : RequestSink {
    void record(const Timeline& timeline, Picoseconds slat, Bytes payload, Status status) override {
        CHECK(timeline.is_ordered());
        CHECK(slat <= timeline.latency());
        payloads.push_back(payload);
        statuses.push_back(status);
        most_latency = std::max(most_latency, timeline.latency());
    }
    std::vector<Bytes> payloads;
    std::vector<Status> statuses;
    Picoseconds most_latency{0};
};

esp::SecurityAssociation tunnel_sa(std::size_t key_bytes = 16) {
    esp::SecurityAssociation sa;
    sa.key.resize(key_bytes);
    Random(11).fill(sa.key);
    sa.salt = {1, 2, 3, 4};
    return sa;
}

// Every link type's worth of packets, one packet for each padding length and both versions.
CaptureBytes mixed_capture() {
    std::vector<Frame> frames;
    for (std::size_t size = 40; size < 52; ++size) {
        const std::uint64_t ns = frames.size() * 1'000'000;
        frames.push_back({ethernet(0x0800, ipv4(size, size), 60), ns});
        frames.push_back({ethernet_vlan({{0x8100, 1}}, 0x86DD, ipv6(size + 900, size)), ns});
    }
    frames.push_back({arp(), 30'000'000});
    frames.push_back({ethernet(0x0800, ipv4(1500, 99)), 40'000'000});
    return pcap_file(frames);
}

// One replay from file to file.
struct Run {
    explicit Run(const CaptureBytes& file)
        : capture(read_capture(folder.write("in.pcap", file), 1966)) {
        parameters.output = folder.path("out.pcap");
        parameters.sa = tunnel_sa();
    }
    void through(ScriptedKernel& kernel, crypto_api::AeadProvider& provider) {
        CaptureReplay replay(kernel, provider, parameters, capture, recorder);
        bool announced = false;
        replay.start([&] { announced = true; });
        CHECK(announced);
        CHECK(replay.finished());
        replay.commit_output();
        counters = replay.counters();
        stack = replay.stack_counters();
    }
    std::vector<WirePacket> output() const { return read_with_libpcap(parameters.output); }

    ScratchFolder folder;
    Capture capture;
    CaptureParameters parameters;
    Recorder recorder;
    CaptureReplayCounters counters;
    esp::EspOutputCounters stack;
};

}  // namespace

TEST_CASE("every inner packet comes back out of the output capture, in software") {
    Run run(mixed_capture());
    run.parameters.sa = tunnel_sa(GENERATE(std::size_t{16}, std::size_t{32}));
    run.parameters.sa.extended_sequence_numbers = GENERATE(false, true);
    if (GENERATE(false, true)) {
        run.parameters.sa.tunnel = esp::Ipv6Endpoints{};
    }
    ScriptedKernel kernel;
    crypto_api::SoftwareAead aead(kernel);
    run.through(kernel, aead);

    const auto wire = run.output();
    REQUIRE(wire.size() == run.capture.packets.size());
    for (std::size_t i = 0; i < wire.size(); ++i) {
        CHECK(open_with_openssl(run.parameters.sa, 0, wire[i].bytes) ==
              run.capture.packets[i].bytes);
    }
    CHECK(run.counters.verified == 25);
    CHECK(run.counters.mismatched == 0);
}

TEST_CASE("every inner packet comes back with an asynchronous provider") {
    Run run(mixed_capture());
    run.parameters.in_flight = GENERATE(1u, 4u, 100u);
    ScriptedKernel kernel;
    QueuedAead aead(kernel, GENERATE(std::size_t{1}, std::size_t{8}));
    run.through(kernel, aead);
    const auto wire = run.output();
    REQUIRE(wire.size() == run.capture.packets.size());
    for (std::size_t i = 0; i < wire.size(); ++i) {
        CHECK(open_with_openssl(run.parameters.sa, 0, wire[i].bytes) ==
              run.capture.packets[i].bytes);
    }
}

TEST_CASE("extended sequence numbers cross 2^32 within a replay") {
    Run run(mixed_capture());
    run.parameters.sa.extended_sequence_numbers = true;
    run.parameters.sa.first_sequence = 0xFFFF'FFFF;
    ScriptedKernel kernel;
    QueuedAead aead(kernel, 8);
    run.through(kernel, aead);
    const auto wire = run.output();
    REQUIRE(wire.size() == 25);
    CHECK(open_with_openssl(run.parameters.sa, 0, wire[0].bytes) == run.capture.packets[0].bytes);
    for (std::size_t i = 1; i < wire.size(); ++i) {
        CHECK(open_with_openssl(run.parameters.sa, 1, wire[i].bytes) ==
              run.capture.packets[i].bytes);
    }
}

TEST_CASE("closed loop keeps so many packets in flight and no more") {
    Run run(mixed_capture());
    run.parameters.in_flight = 5;
    ScriptedKernel kernel;
    QueuedAead aead(kernel, 64, 100_us);
    run.through(kernel, aead);
    CHECK(aead.most_accepted() == 5);
}

TEST_CASE("a repeated replay sends every packet again under new sequence numbers") {
    Run run(mixed_capture());
    run.parameters.repeat = 3;
    ScriptedKernel kernel;
    QueuedAead aead(kernel, 8);
    run.through(kernel, aead);
    const auto wire = run.output();
    REQUIRE(wire.size() == 75);
    CHECK(open_with_openssl(run.parameters.sa, 0, wire[74].bytes) == run.capture.packets[24].bytes);
    CHECK(wire[74].bytes[27] == 75);
    CHECK(run.counters.verified == 75);
}

TEST_CASE("the sink gets each request with the payload that was encrypted") {
    Run run(pcap_file({{ethernet(0x0800, ipv4(1420))}, {ethernet(0x0800, ipv4(62))}}));
    ScriptedKernel kernel;
    QueuedAead aead(kernel, 8);
    run.through(kernel, aead);
    CHECK(run.recorder.payloads == std::vector<Bytes>{1424, 64});
    CHECK(run.recorder.statuses == std::vector{Status::ok, Status::ok});
    CHECK(run.counters.inner_bytes == 1482);
    CHECK(run.counters.outer_bytes == 1476 + 116);
}

TEST_CASE("packets are written when they are finished, at that simulated time") {
    Run run(mixed_capture());
    run.parameters.in_flight = 1;
    ScriptedKernel kernel;
    QueuedAead aead(kernel, 8, 50_us);
    run.through(kernel, aead);
    const auto wire = run.output();
    for (std::size_t i = 1; i < wire.size(); ++i) {
        CHECK(wire[i].at - wire[i - 1].at >= 50_us);
        CHECK(wire[i].at - wire[i - 1].at < 60_us);
    }
    CHECK(wire.back().at <= kernel.now());
}

TEST_CASE("the capture's own pace is kept, times the scale") {
    Run run(pcap_file({{ethernet(0x0800, ipv4(100)), 7'000'000'000},
                       {ethernet(0x0800, ipv4(100)), 7'004'000'000},
                       {ethernet(0x0800, ipv4(100)), 7'003'000'000},  // back: sent at once
                       {ethernet(0x0800, ipv4(100)), 7'010'000'000}}));
    run.parameters.pace = CapturePace::captured;
    run.parameters.time_scale = 0.5;
    ScriptedKernel kernel;
    QueuedAead aead(kernel, 8, 1_us);
    run.through(kernel, aead);
    const auto wire = run.output();
    REQUIRE(wire.size() == 4);
    const auto about = [&](std::size_t packet, Picoseconds time) {
        return wire[packet].at >= time && wire[packet].at < time + 10_us;
    };
    CHECK(about(0, 0_us));
    CHECK(about(1, 2'000_us));
    CHECK(about(2, 2'000_us));
    CHECK(about(3, 5'000_us));
}

TEST_CASE("with drop, what the provider refuses is lost and counted, and the rest is right") {
    Run run(mixed_capture());
    run.parameters.in_flight = 100;
    run.parameters.full_queue = esp::FullQueue::drop;
    ScriptedKernel kernel;
    QueuedAead aead(kernel, 4, 1'000_us);
    run.through(kernel, aead);
    CHECK(run.counters.attempted == 25);
    CHECK(run.counters.dropped == 21);
    CHECK(run.stack.full_queue == 21);
    CHECK(run.counters.verified == 4);
    CHECK(run.output().size() == 4);
}

TEST_CASE("a provider that corrupts one bit is found out") {
    struct Corrupting : crypto_api::SoftwareAead {
        using SoftwareAead::SoftwareAead;
        crypto_api::Submit submit(crypto_api::AeadRequest& request) override {
            const auto answer = SoftwareAead::submit(request);
            if (++packets == 3) {
                request.payload[5] ^= 1;
            } else if (packets == 7) {
                request.tag[15] ^= 1;
            }
            return answer;
        }
        int packets = 0;
    };
    Run run(mixed_capture());
    ScriptedKernel kernel;
    Corrupting aead(kernel);
    run.through(kernel, aead);
    CHECK(run.counters.mismatched == 2);
    CHECK(run.counters.verified == 23);
    CHECK(run.counters.first_mismatch ==
          "frame 3 of the capture (41 bytes), sent as sequence number 3");
}

TEST_CASE("a provider's errors are recorded and not written") {
    Run run(mixed_capture());
    ScriptedKernel kernel;
    QueuedAead aead(kernel, 8);
    aead.fail_with(Status::io_error);
    run.through(kernel, aead);
    CHECK(run.counters.failed == 25);
    CHECK(run.recorder.statuses == std::vector<Status>(25, Status::io_error));
    CHECK(run.output().empty());
}

TEST_CASE("stop ends the replay early, and what is in flight still comes back") {
    Run run(mixed_capture());
    run.parameters.repeat = 1'000;
    run.parameters.pace = GENERATE(CapturePace::closed_loop, CapturePace::captured);
    run.parameters.time_scale = 1000.0;
    ScriptedKernel kernel;
    QueuedAead aead(kernel, 64, 10_us);
    CaptureReplay replay(kernel, aead, run.parameters, run.capture, run.recorder);
    kernel.after(95_us, [&] { replay.stop(); });
    replay.start([] {});
    CHECK(replay.finished());
    CHECK(replay.counters().finished == replay.counters().attempted);
    CHECK(replay.counters().finished < 20);
    CHECK(kernel.now() < 11_ms);
}

TEST_CASE("two replays write the same bytes") {
    const auto replayed = [] {
        Run run(mixed_capture());
        ScriptedKernel kernel;
        QueuedAead aead(kernel, 8);
        run.through(kernel, aead);
        return read_file(run.parameters.output);
    };
    CHECK(replayed() == replayed());
}

TEST_CASE("a replay that is not committed leaves no output") {
    Run run(mixed_capture());
    ScriptedKernel kernel;
    crypto_api::SoftwareAead aead(kernel);
    {
        CaptureReplay replay(kernel, aead, run.parameters, run.capture, run.recorder);
        replay.start([] {});
    }
    CHECK_FALSE(std::filesystem::exists(run.parameters.output));
}

TEST_CASE("parameters out of range are input errors") {
    Run run(mixed_capture());
    ScriptedKernel kernel;
    crypto_api::SoftwareAead aead(kernel);
    auto bad = run.parameters;
    bad.in_flight = 0;
    CHECK_THROWS_AS(CaptureReplay(kernel, aead, bad, run.capture, run.recorder), InputError);
    bad = run.parameters;
    bad.repeat = 0;
    CHECK_THROWS_AS(CaptureReplay(kernel, aead, bad, run.capture, run.recorder), InputError);
    bad = run.parameters;
    bad.time_scale = 0.0;
    CHECK_THROWS_AS(CaptureReplay(kernel, aead, bad, run.capture, run.recorder), InputError);
    bad = run.parameters;
    bad.output = run.folder.path("missing") / "out.pcap";
    CHECK_THROWS_AS(CaptureReplay(kernel, aead, bad, run.capture, run.recorder), InputError);
}
