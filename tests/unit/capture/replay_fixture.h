// SPDX-License-Identifier: Apache-2.0
// A replay from file to file, and what a test wants to know of it.
#pragma once

#include <algorithm>
#include <vector>

#include "base/random.h"
#include "host/workloads/capture_replay.h"
#include "tests/support/captures.h"
#include "tests/support/catch.h"
#include "tests/unit/capture/esp_opener.h"

namespace lookaside::testing {

struct Recorder : workloads::RequestSink {
    void record(const Timeline& timeline, Picoseconds slat, Bytes payload,
                crypto_api::Status status) override {
        CHECK(timeline.is_ordered());
        CHECK(slat <= timeline.latency());
        payloads.push_back(payload);
        statuses.push_back(status);
        most_latency = std::max(most_latency, timeline.latency());
    }
    std::vector<Bytes> payloads;
    std::vector<crypto_api::Status> statuses;
    Picoseconds most_latency{0};
};

inline esp::SecurityAssociation tunnel_sa(std::size_t key_bytes = 16) {
    esp::SecurityAssociation sa;
    sa.key.resize(key_bytes);
    Random(11).fill(sa.key);
    sa.salt = {1, 2, 3, 4};
    return sa;
}

/// 25 packets: one for each padding length and both versions.
inline CaptureBytes mixed_capture() {
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

/// One replay from file to file.
struct Run {
    explicit Run(const CaptureBytes& file)
        : capture(workloads::read_capture(folder.write("in.pcap", file), 1966)) {
        parameters.output = folder.path("out.pcap");
        parameters.sa = tunnel_sa();
    }
    void through(os::Kernel& kernel, crypto_api::AeadProvider& provider) {
        workloads::CaptureReplay replay(kernel, provider, parameters, capture, recorder);
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
    workloads::Capture capture;
    workloads::CaptureParameters parameters;
    Recorder recorder;
    workloads::CaptureReplayCounters counters;
    esp::EspOutputCounters stack;
};

}  // namespace lookaside::testing
