// SPDX-License-Identifier: Apache-2.0
// How a capture is replayed.
#pragma once

#include <cstdint>
#include <filesystem>

#include "host/stacks/esp/esp_output.h"
#include "host/stacks/esp/security_association.h"

namespace lookaside::workloads {

enum class CapturePace : std::uint8_t {
    closed_loop,  // as fast as possible, with a number of packets in flight
    captured,     // at the capture's times
};

struct CaptureParameters {
    std::filesystem::path input;   // pcap or pcapng
    std::filesystem::path output;  // pcap of the encrypted packets; empty: none is written
    CapturePace pace = CapturePace::closed_loop;
    unsigned in_flight = 8;    // closed loop: packets between submission and callback; at least 1
    double time_scale = 1.0;   // captured pace: factor on the gaps; 0.5 replays twice as fast; > 0
    std::uint64_t repeat = 1;  // times the file is replayed; at least 1
    esp::SecurityAssociation sa;
    esp::FullQueue full_queue = esp::FullQueue::wait;
};

}  // namespace lookaside::workloads
